package platform

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// TokenSource returns an access token for each request, and another one if the API has rejected the token rejected. It must be safe for
// concurrent use.
type TokenSource interface {
	Token(ctx context.Context, rejected string) (string, error)
}

// StaticToken is a token from elsewhere.
type StaticToken string

// Token returns the token.
func (t StaticToken) Token(context.Context, string) (string, error) { return string(t), nil }

// OAuthError is an error response of a token endpoint (RFC 6749 §5.2).
type OAuthError struct {
	// Code is such as invalid_client.
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

func (e *OAuthError) Error() string {
	if e.Description == "" {
		return e.Code
	}
	return e.Code + ": " + e.Description
}

// ClientCredentials are the source of tokens of an application itself, for scripts and backends. A token is kept until shortly before it
// expires, and calls that need a new one at the same time wait for a single request. Do not copy it after its first use.
type ClientCredentials struct {
	// Issuer of the tenant, such as https://acme.id.example.com.
	Issuer       string
	ClientID     string
	ClientSecret string
	// Scope: scopes separated by spaces. Default: all that the application is allowed to have.
	Scope string
	// Resource is the API that the token is for (RFC 8707).
	Resource string
	// HTTPClient sends requests. Default: [http.DefaultClient].
	HTTPClient *http.Client

	lock     sync.Mutex
	current  cachedToken
	pending  *pendingToken
	endpoint string
}

type cachedToken struct {
	token    string
	lifetime time.Duration
	expires  time.Time
}

type pendingToken struct {
	done  chan struct{}
	token string
	err   error
}

// isUsable: a token is never used in its last ten seconds, or, if it is short-lived, in the last tenth of its life.
func (c cachedToken) isUsable() bool {
	return c.token != "" && time.Until(c.expires) > min(10*time.Second, c.lifetime/10)
}

// Token returns the cached token, or requests one.
func (c *ClientCredentials) Token(ctx context.Context, rejected string) (string, error) {
	c.lock.Lock()
	if c.current.isUsable() && c.current.token != rejected {
		defer c.lock.Unlock()
		return c.current.token, nil
	}
	if c.pending == nil {
		c.pending = &pendingToken{done: make(chan struct{})}
		// The request continues for other callers when this one leaves.
		go c.renew(context.WithoutCancel(ctx), c.pending)
	}
	pending := c.pending
	c.lock.Unlock()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-pending.done:
		return pending.token, pending.err
	}
}

const longestTokenRequest = 30 * time.Second

func (c *ClientCredentials) renew(ctx context.Context, pending *pendingToken) {
	ctx, cancel := context.WithTimeout(ctx, longestTokenRequest)
	defer cancel()
	token, err := c.request(ctx)
	c.lock.Lock()
	defer c.lock.Unlock()
	if err == nil {
		c.current = token
	}
	pending.token, pending.err = token.token, err
	c.pending = nil
	close(pending.done)
}

func (c *ClientCredentials) request(ctx context.Context) (cachedToken, error) {
	if c.endpoint == "" {
		metadata, err := discover(ctx, c.HTTPClient, c.Issuer)
		if err != nil {
			return cachedToken{}, err
		}
		c.endpoint = metadata.TokenEndpoint
	}
	form := url.Values{"grant_type": {"client_credentials"}}
	for name, value := range map[string]string{"scope": c.Scope, "resource": c.Resource} {
		if value != "" {
			form.Set(name, value)
		}
	}
	sent, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return cachedToken{}, err
	}
	sent.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	// RFC 6749 §2.3.1: both parts are form-encoded before they are joined.
	sent.SetBasicAuth(url.QueryEscape(c.ClientID), url.QueryEscape(c.ClientSecret))
	var grant struct {
		AccessToken string   `json:"access_token"`
		ExpiresIn   *float64 `json:"expires_in"`
	}
	if err := fetchJSON(c.HTTPClient, sent, &grant); err != nil {
		return cachedToken{}, err
	}
	// A token without a stated lifetime is used until the API rejects it.
	lifetime := 10 * 365 * 24 * time.Hour
	if grant.ExpiresIn != nil {
		lifetime = time.Duration(*grant.ExpiresIn * float64(time.Second))
	}
	return cachedToken{token: grant.AccessToken, lifetime: lifetime, expires: time.Now().Add(lifetime)}, nil
}

type issuerMetadata struct {
	Issuer        string `json:"issuer"`
	TokenEndpoint string `json:"token_endpoint"`
	KeysURL       string `json:"jwks_uri"`
}

// discover reads the metadata of an issuer, and verifies that they are its own (OpenID Connect Discovery §4.3).
func discover(ctx context.Context, client *http.Client, issuer string) (issuerMetadata, error) {
	issuer = strings.TrimRight(issuer, "/")
	address := issuer + "/.well-known/openid-configuration"
	var metadata issuerMetadata
	sent, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return metadata, err
	}
	if err := fetchJSON(client, sent, &metadata); err != nil {
		return metadata, err
	}
	if strings.TrimRight(metadata.Issuer, "/") != issuer {
		return metadata, fmt.Errorf("%s names the issuer %q", address, metadata.Issuer)
	}
	return metadata, nil
}

func fetchJSON(client *http.Client, sent *http.Request, into any) error {
	if client == nil {
		client = http.DefaultClient
	}
	sent.Header.Set("Accept", "application/json")
	response, err := client.Do(sent)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= 200 && response.StatusCode <= 299 {
		return json.NewDecoder(response.Body).Decode(into)
	}
	failure := &OAuthError{Code: fmt.Sprintf("status %d", response.StatusCode)}
	if kind, _, err := mime.ParseMediaType(response.Header.Get("Content-Type")); err == nil && kind == "application/json" {
		if err := json.NewDecoder(response.Body).Decode(failure); err != nil {
			return errors.Join(failure, err)
		}
	}
	return failure
}
