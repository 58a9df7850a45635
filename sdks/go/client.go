// Package platform is the Go SDK of the management API.
package platform

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client calls the API. Its fields are the resources: client.Users.List(ctx, nil). It is safe for concurrent use.
type Client struct {
	Resources
}

// Config says where the API is and how it is called.
type Config struct {
	// BaseURL of the API, such as https://api.example.com.
	BaseURL string
	// Token is the source of access tokens: [ClientCredentials], [StaticToken] or your own. Without one, requests have no token.
	Token TokenSource
	// HTTPClient sends requests. Default: [http.DefaultClient].
	HTTPClient *http.Client
	// Timeout is the time that each attempt can take. Default: 30 seconds. Uploads and downloads have no limit but their context.
	Timeout time.Duration
	// Retries is how often a request is repeated where that is safe. Default: 2. Negative: never.
	Retries int
}

const defaultRetries = 2

// New makes a client.
func New(config Config) (*Client, error) {
	base, err := url.Parse(config.BaseURL)
	if err != nil || base.Host == "" || (base.Scheme != "http" && base.Scheme != "https") || base.RawQuery != "" || base.Fragment != "" {
		return nil, errors.New("platform: BaseURL must be an http or https URL without query and fragment")
	}
	t := &transport{
		baseURL: strings.TrimRight(config.BaseURL, "/"),
		token:   config.Token,
		http:    config.HTTPClient,
		timeout: config.Timeout,
		retries: config.Retries,
		sleep:   sleep,
	}
	if t.http == nil {
		t.http = http.DefaultClient
	}
	if t.timeout == 0 {
		t.timeout = 30 * time.Second
	}
	if t.retries == 0 {
		t.retries = defaultRetries
	}
	return &Client{Resources: newResources(t)}, nil
}
