package platform

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Codes that the SDK reports itself, because there is no problem document.
const (
	CodeConnectionFailed   = "connection_failed"
	CodeTimedOut           = "timed_out"
	CodeTokenUnavailable   = "token_unavailable"
	CodeUnexpectedResponse = "unexpected_response"
)

// Problem is a failed call. The API can add codes: handle an unknown one by its Status.
//
//	var problem *platform.Problem
//	if errors.As(err, &problem) && problem.Code == "already_exists" { … }
type Problem struct {
	Code string
	// Status of the response; 0 if there is none.
	Status int
	// Detail is a sentence for a person.
	Detail string
	// Operation is the method that failed, such as users.create.
	Operation string
	RequestID string
	// Errors are what is wrong with single properties of the input.
	Errors []FieldError
	// Attempts is the number of requests that were sent. After more than one, an earlier one can have taken effect.
	Attempts int
	// RetryAfter is the time to wait before the next attempt, if the platform sent Retry-After.
	RetryAfter *time.Duration
	Header     http.Header
	// Document is the problem document, with members that are specific to its code.
	Document map[string]any
	cause    error
}

// FieldError is what is wrong with one property of the input.
type FieldError struct {
	// Pointer is a JSON Pointer into the body, or /name of a parameter.
	Pointer string `json:"pointer"`
	Code    string `json:"code"`
	Detail  string `json:"detail"`
}

func (p *Problem) Error() string {
	return fmt.Sprintf("%s: %s (%s)", p.Operation, p.Detail, p.Code)
}

func (p *Problem) Unwrap() error { return p.cause }

// At returns the first error of a property, or nil: problem.At("/email").
func (p *Problem) At(pointer string) *FieldError {
	for i := range p.Errors {
		if p.Errors[i].Pointer == pointer {
			return &p.Errors[i]
		}
	}
	return nil
}

const longestProblemBytes = 1 << 20

func problemOf(response *http.Response, op operation, attempts int) *Problem {
	made := &Problem{
		Code:       CodeUnexpectedResponse,
		Detail:     fmt.Sprintf("the response has status %d and is no problem document", response.StatusCode),
		Status:     response.StatusCode,
		Operation:  op.name,
		Attempts:   attempts,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: retryAfter(response.Header),
		Header:     response.Header,
	}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "application/problem+json") {
		return made
	}
	text, err := io.ReadAll(io.LimitReader(response.Body, longestProblemBytes))
	var document struct {
		Code, Title, Detail, RequestID string
		Errors                         []FieldError
	}
	if err != nil || json.Unmarshal(text, &document) != nil || document.Code == "" {
		return made
	}
	_ = json.Unmarshal(text, &made.Document)
	made.Code, made.Detail, made.Errors = document.Code, document.Detail, document.Errors
	if made.Detail == "" {
		made.Detail = document.Title
	}
	if document.RequestID != "" {
		made.RequestID = document.RequestID
	}
	return made
}

// retryAfter reads Retry-After: a number of seconds, or a date (RFC 9110 §10.2.3).
func retryAfter(header http.Header) *time.Duration {
	value := header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return Ptr(time.Duration(seconds) * time.Second)
	}
	date, err := http.ParseTime(value)
	if err != nil {
		return nil
	}
	return Ptr(time.Duration(math.Max(0, float64(time.Until(date)))))
}
