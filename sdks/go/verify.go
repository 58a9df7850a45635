package platform

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/golang-jwt/jwt/v5"
)

// InvalidToken is the error of a token that must be rejected.
type InvalidToken struct {
	// Reason is token_invalid, token_expired or insufficient_scope.
	Reason        string
	MissingScopes []string
	detail        string
	cause         error
}

func (e *InvalidToken) Error() string { return e.detail }

func (e *InvalidToken) Unwrap() error { return e.cause }

// Status of the response: 403 for a missing scope, otherwise 401.
func (e *InvalidToken) Status() int {
	if e.Reason == "insufficient_scope" {
		return http.StatusForbidden
	}
	return http.StatusUnauthorized
}

// AccessToken is a verified token.
type AccessToken struct {
	// Subject is the user, or the application itself.
	Subject  string
	ClientID string
	Scopes   []string
	Claims   map[string]any
}

// AccessTokenVerifier verifies access tokens offline: signature, issuer, audience, lifetime and scopes. It caches keys, so make one for
// the whole application; it is safe for concurrent use. A token that has been revoked passes until it expires.
type AccessTokenVerifier struct {
	// Issuer of the tenant, such as https://acme.id.example.com.
	Issuer string
	// Audience: the API that tokens have to be for.
	Audience string
	// Tolerance is how much the clocks may differ. Default: 5 seconds.
	Tolerance time.Duration
	// HTTPClient reads the issuer's metadata and keys. Default: [http.DefaultClient].
	HTTPClient *http.Client

	lock sync.Mutex
	keys keyfunc.Keyfunc
}

var algorithms = []string{"RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"}

// Verify returns an [InvalidToken] for a token that must be rejected. Other errors, such as keys that cannot be read, are no reason to
// reject it.
func (v *AccessTokenVerifier) Verify(ctx context.Context, token string, scopes ...string) (*AccessToken, error) {
	keys, err := v.readKeys(ctx)
	if err != nil {
		return nil, err
	}
	claims := jwt.MapClaims{}
	tolerance := v.Tolerance
	if tolerance == 0 {
		tolerance = 5 * time.Second
	}
	_, err = jwt.ParseWithClaims(token, claims, func(parsed *jwt.Token) (any, error) {
		// RFC 9068 §4: no other token of the issuer passes for an access token.
		kind, _ := parsed.Header["typ"].(string)
		if !strings.EqualFold(strings.TrimPrefix(strings.ToLower(kind), "application/"), "at+jwt") {
			return nil, errors.New("the token is no access token")
		}
		return keys.KeyfuncCtx(ctx)(parsed)
	},
		jwt.WithValidMethods(algorithms), jwt.WithIssuer(strings.TrimRight(v.Issuer, "/")), jwt.WithAudience(v.Audience),
		jwt.WithExpirationRequired(), jwt.WithLeeway(tolerance))
	subject, _ := claims["sub"].(string)
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return nil, &InvalidToken{Reason: "token_expired", detail: err.Error(), cause: err}
	case err != nil:
		return nil, &InvalidToken{Reason: "token_invalid", detail: err.Error(), cause: err}
	case subject == "":
		return nil, &InvalidToken{Reason: "token_invalid", detail: "the token has no subject"}
	}
	made := &AccessToken{Subject: subject, Claims: claims}
	made.ClientID, _ = claims["client_id"].(string)
	if scope, ok := claims["scope"].(string); ok {
		made.Scopes = strings.Fields(scope)
	}
	return made, requireScopes(made, scopes)
}

func requireScopes(token *AccessToken, scopes []string) error {
	granted := map[string]bool{}
	for _, scope := range token.Scopes {
		granted[scope] = true
	}
	var missing []string
	for _, scope := range scopes {
		if !granted[scope] {
			missing = append(missing, scope)
		}
	}
	if missing == nil {
		return nil
	}
	detail := fmt.Sprintf("the token lacks %s", strings.Join(missing, ", "))
	return &InvalidToken{Reason: "insufficient_scope", MissingScopes: missing, detail: detail}
}

// readKeys reads the keys once; a failure is not kept.
func (v *AccessTokenVerifier) readKeys(ctx context.Context) (keyfunc.Keyfunc, error) {
	v.lock.Lock()
	defer v.lock.Unlock()
	if v.keys != nil {
		return v.keys, nil
	}
	metadata, err := discover(ctx, v.HTTPClient, v.Issuer)
	if err != nil {
		return nil, err
	}
	override := keyfunc.Override{Client: v.HTTPClient, NoErrorReturnFirstHTTPReq: Ptr(false)}
	keys, err := keyfunc.NewDefaultOverrideCtx(context.WithoutCancel(ctx), []string{metadata.KeysURL}, override)
	if err != nil {
		return nil, err
	}
	v.keys = keys
	return keys, nil
}
