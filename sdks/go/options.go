package platform

import (
	"fmt"
	"net/http"
	"regexp"
	"strconv"
)

// CallOption changes a single call.
type CallOption func(*callOptions)

type callOptions struct {
	idempotencyKey string
	ifMatch        *string
	response       *ResponseInfo
}

// WithIdempotencyKey replaces the random key of a POST, so that the call can be repeated across restarts. Other methods ignore it.
func WithIdempotencyKey(key string) CallOption {
	return func(o *callOptions) { o.idempotencyKey = key }
}

// WithIfMatch makes a call depend on the version of its resource. If the resource has changed, the call fails with precondition_failed.
func WithIfMatch(etag string) CallOption {
	return func(o *callOptions) { o.ifMatch = &etag }
}

// WithResponse stores what the headers of the response say.
func WithResponse(info *ResponseInfo) CallOption {
	return func(o *callOptions) { o.response = info }
}

func optionsOf(op operation, given []CallOption) (callOptions, error) {
	var o callOptions
	for _, option := range given {
		option(&o)
	}
	if o.ifMatch != nil && !op.conditional {
		return o, fmt.Errorf("platform: %s takes no If-Match", op.name)
	}
	if o.ifMatch != nil && *o.ifMatch == "" {
		return o, fmt.Errorf("platform: %s: If-Match is empty. Omit it to write unconditionally", op.name)
	}
	return o, nil
}

// ResponseInfo is what the headers of a response say.
type ResponseInfo struct {
	Status int
	// ETag is the version of the resource, for [WithIfMatch]. Lists have none.
	ETag      string
	RequestID string
	// RateLimit is nil if the response does not mention one.
	RateLimit *RateLimit
	// IsReplayed: this is the stored response of an earlier request with the same idempotency key.
	IsReplayed bool
	Header     http.Header
}

// RateLimit is what remains of the rate limit that is closest to being exhausted.
type RateLimit struct {
	Name         string
	Remaining    int
	ResetSeconds int
}

var rateLimitPattern = regexp.MustCompile(`^"([^"]*)";r=(\d+);t=(\d+)`)

func (info *ResponseInfo) fill(response *http.Response) {
	header := response.Header
	*info = ResponseInfo{
		Status:     response.StatusCode,
		ETag:       header.Get("ETag"),
		RequestID:  header.Get("X-Request-Id"),
		IsReplayed: header.Get("Idempotency-Replayed") == "true",
		Header:     header,
	}
	if found := rateLimitPattern.FindStringSubmatch(header.Get("RateLimit")); found != nil {
		remaining, _ := strconv.Atoi(found[2])
		reset, _ := strconv.Atoi(found[3])
		info.RateLimit = &RateLimit{Name: found[1], Remaining: remaining, ResetSeconds: reset}
	}
}
