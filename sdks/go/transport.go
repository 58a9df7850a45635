package platform

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

type transport struct {
	baseURL string
	token   TokenSource
	http    *http.Client
	timeout time.Duration
	retries int
	sleep   func(context.Context, time.Duration) error
}

// prepared is a request with everything but its token.
type prepared struct {
	operation
	url     string
	header  http.Header
	payload []byte
	stream  io.Reader
}

func (p prepared) isGuarded() bool {
	return p.header.Get("Idempotency-Key") != "" || p.header.Get("If-Match") != ""
}

// call sends a request and decodes its response.
func call[T any](ctx context.Context, t *transport, r request, given []CallOption) (*T, error) {
	response, attempts, err := t.send(ctx, r, given)
	if err != nil {
		return nil, err
	}
	value := new(T)
	err = json.NewDecoder(response.Body).Decode(value)
	if err == nil || errors.Is(err, io.EOF) {
		return value, nil
	}
	return nil, &Problem{
		Code: CodeUnexpectedResponse, Detail: "the response is not what the API describes", Status: response.StatusCode,
		Operation: r.name, Attempts: attempts, RequestID: response.Header.Get("X-Request-Id"), Header: response.Header, cause: err,
	}
}

// download sends a request and returns the file of its response, which the caller closes.
func (t *transport) download(ctx context.Context, r request, given []CallOption) (io.ReadCloser, error) {
	response, _, err := t.send(ctx, r, given)
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

func (t *transport) prepare(r request, options callOptions) (prepared, error) {
	url, err := r.url(t.baseURL)
	if err != nil {
		return prepared{}, err
	}
	payload, stream, contentType, err := r.content()
	if err != nil {
		return prepared{}, err
	}
	header := http.Header{"Accept": {"application/json"}, "User-Agent": {userAgent}}
	if r.file {
		header.Set("Accept", "*/*")
	}
	if contentType != "" {
		header.Set("Content-Type", contentType)
	}
	if options.ifMatch != nil {
		header.Set("If-Match", *options.ifMatch)
	}
	if r.takesKey() {
		key := options.idempotencyKey
		if key == "" {
			key = randomKey()
		}
		header.Set("Idempotency-Key", key)
	}
	return prepared{operation: r.operation, url: url, header: header, payload: payload, stream: stream}, nil
}

// send repeats a request until it succeeds or must not be repeated.
func (t *transport) send(ctx context.Context, r request, given []CallOption) (*http.Response, int, error) {
	options, err := optionsOf(r.operation, given)
	if err != nil {
		return nil, 0, err
	}
	p, err := t.prepare(r, options)
	if err != nil {
		return nil, 0, err
	}
	token, err := t.tokenFor(ctx, r.operation, 0, "")
	if err != nil {
		return nil, 0, err
	}
	hasNewToken := false
	failures := 0
	for attempt := 1; ; attempt++ {
		response, problem := t.attempt(ctx, p, token, attempt)
		if problem == nil {
			if options.response != nil {
				options.response.fill(response)
			}
			return response, attempt, nil
		}
		if ctx.Err() != nil {
			return nil, attempt, ctx.Err()
		}
		isStale := problem.Code == "token_expired" || problem.Code == "token_invalid"
		if isStale && !hasNewToken && t.canRenew() && p.stream == nil {
			hasNewToken = true
			if token, err = t.tokenFor(ctx, r.operation, attempt, token); err != nil {
				return nil, attempt, err
			}
			continue
		}
		failures++
		delay, ok := retryDelay(r.operation, problem, failures, p.isGuarded())
		if !ok || failures > t.retries || p.stream != nil {
			return nil, attempt, problem
		}
		if err := t.sleep(ctx, delay); err != nil {
			return nil, attempt, err
		}
	}
}

func (t *transport) canRenew() bool {
	_, isStatic := t.token.(StaticToken)
	return t.token != nil && !isStatic
}

func (t *transport) tokenFor(ctx context.Context, op operation, attempts int, rejected string) (string, error) {
	if t.token == nil {
		return "", nil
	}
	token, err := t.token.Token(ctx, rejected)
	if err == nil || ctx.Err() != nil {
		return token, err
	}
	return "", &Problem{
		Code: CodeTokenUnavailable, Detail: "no access token: " + err.Error(), Operation: op.name, Attempts: attempts, cause: err,
	}
}

// timeoutOf is longer for operations that wait, such as a long poll. Uploads and downloads have none.
func (t *transport) timeoutOf(p prepared) time.Duration {
	if p.file || p.stream != nil {
		return 0
	}
	return max(t.timeout, time.Duration(p.seconds+5)*time.Second)
}

func (t *transport) attempt(ctx context.Context, p prepared, token string, attempt int) (*http.Response, *Problem) {
	cancel := context.CancelFunc(func() {})
	attemptCtx := ctx
	if limit := t.timeoutOf(p); limit > 0 {
		attemptCtx, cancel = context.WithTimeout(ctx, limit)
	}
	// The body of a file is read later. Its context has no limit of its own.
	defer cancel()
	fail := func(code, detail string, cause error) *Problem {
		return &Problem{Code: code, Detail: detail, Operation: p.name, Attempts: attempt, cause: cause}
	}
	body := p.stream
	if p.payload != nil {
		body = bytes.NewReader(p.payload)
	}
	sent, err := http.NewRequestWithContext(attemptCtx, p.method, p.url, body)
	if err != nil {
		return nil, fail(CodeConnectionFailed, err.Error(), err)
	}
	sent.Header = p.header.Clone()
	if token != "" {
		sent.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := t.http.Do(sent)
	if err == nil && !p.file {
		err = buffer(response)
	}
	if err != nil {
		if attemptCtx.Err() != nil {
			return nil, fail(CodeTimedOut, "the response took too long", err)
		}
		return nil, fail(CodeConnectionFailed, "the API cannot be reached", err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		defer response.Body.Close()
		return nil, problemOf(response, p.operation, attempt)
	}
	if isJSON := strings.Contains(response.Header.Get("Content-Type"), "json"); !isJSON && !p.file && response.ContentLength != 0 {
		return nil, fail(CodeUnexpectedResponse, "the response is not JSON", nil)
	}
	return response, nil
}

// buffer reads the whole body, so that a connection that breaks in it is a failed attempt.
func buffer(response *http.Response) error {
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(text))
	response.ContentLength = int64(len(text))
	return err
}
