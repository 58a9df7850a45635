package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/gorilla/securecookie"
	"golang.org/x/oauth2"
)

// User is who has signed in.
type User struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email,omitempty"`
}

type session struct {
	// What the callback of a sign-in has to match.
	State, Nonce, Verifier string

	User    *User
	IDToken string
}

const cookieName = "session"

// Auth signs users in and out.
type Auth struct {
	appURL, endSession string
	client             oauth2.Config
	provider           *oidc.Provider
	cookie             *securecookie.SecureCookie
}

// NewAuth reads the metadata of the issuer.
func NewAuth(ctx context.Context) (*Auth, error) {
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		return nil, err
	}
	var metadata struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&metadata); err != nil {
		return nil, err
	}
	appURL := os.Getenv("APP_URL")
	// Two keys: one authenticates the cookie, one encrypts it.
	secret := os.Getenv("SESSION_SECRET")
	hashKey, blockKey := sha256.Sum256([]byte("hash"+secret)), sha256.Sum256([]byte("block"+secret))
	return &Auth{
		appURL:     appURL,
		endSession: metadata.EndSession,
		provider:   provider,
		cookie:     securecookie.New(hashKey[:], blockKey[:]),
		client: oauth2.Config{
			ClientID:     os.Getenv("CLIENT_ID"),
			ClientSecret: os.Getenv("CLIENT_SECRET"),
			Endpoint:     provider.Endpoint(),
			RedirectURL:  appURL + "/callback",
			Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
		},
	}, nil
}

// Register adds the routes.
func (a *Auth) Register(mux *http.ServeMux) {
	mux.HandleFunc("GET /sign-in", a.signIn)
	mux.HandleFunc("GET /callback", a.callback)
	mux.HandleFunc("POST /sign-out", a.signOut)
}

// User returns the user of a request, or nil.
func (a *Auth) User(r *http.Request) *User { return a.read(r).User }

func (a *Auth) signIn(w http.ResponseWriter, r *http.Request) {
	pending := session{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier()}
	a.write(w, pending)
	location := a.client.AuthCodeURL(pending.State, oidc.Nonce(pending.Nonce), oauth2.S256ChallengeOption(pending.Verifier))
	http.Redirect(w, r, location, http.StatusFound)
}

func (a *Auth) callback(w http.ResponseWriter, r *http.Request) {
	signedIn, err := a.redeem(r.Context(), a.read(r), r.URL.Query())
	if err != nil {
		http.Error(w, "The sign-in failed: "+err.Error(), http.StatusBadRequest)
		return
	}
	a.write(w, signedIn)
	http.Redirect(w, r, "/", http.StatusFound)
}

func (a *Auth) signOut(w http.ResponseWriter, r *http.Request) {
	hint := a.read(r).IDToken
	a.write(w, session{})
	query := url.Values{"id_token_hint": {hint}, "post_logout_redirect_uri": {a.appURL + "/"}}
	// 303: the browser continues with GET.
	http.Redirect(w, r, a.endSession+"?"+query.Encode(), http.StatusSeeOther)
}

func (a *Auth) read(r *http.Request) (found session) {
	if cookie, err := r.Cookie(cookieName); err == nil {
		_ = a.cookie.Decode(cookieName, cookie.Value, &found)
	}
	return found
}

func (a *Auth) write(w http.ResponseWriter, value session) {
	text, err := a.cookie.Encode(cookieName, value)
	if err != nil {
		panic(err)
	}
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: text, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: strings.HasPrefix(a.appURL, "https:"), MaxAge: int((12 * time.Hour).Seconds()),
	})
}
