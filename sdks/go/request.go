package platform

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"strings"
)

// operation is how one method of a resource is called over HTTP.
type operation struct {
	name, method, path string
	// reads: it only reads, although it is a POST.
	reads bool
	// conditional: it takes If-Match.
	conditional bool
	// text: its path parameter is free text, in which / is allowed.
	text bool
	file bool
	// seconds that the first byte can take, where that exceeds the usual 10.
	seconds int
}

func (op operation) takesKey() bool { return op.method == "POST" && !op.reads }

func (op operation) isRepeatable() bool {
	return op.reads || op.method == "GET" || op.method == "PUT" || op.method == "DELETE"
}

// request is a call before it has a token.
type request struct {
	operation
	parameters []string
	body       any
	query      any
	cursor     string
}

var parameterPattern = regexp.MustCompile(`\{\w+\}`)

func (r request) url(base string) (string, error) {
	var failure error
	position := 0
	path := parameterPattern.ReplaceAllStringFunc(r.path, func(name string) string {
		value := r.parameters[position]
		position++
		// . and .. would name another resource, even percent-encoded (WHATWG URL).
		if value == "" || value == "." || value == ".." || (!r.text && strings.Contains(value, "/")) {
			failure = fmt.Errorf("platform: %s: %s must not be %q", r.name, strings.Trim(name, "{}"), value)
		}
		return url.PathEscape(value)
	})
	query, err := r.encodedQuery()
	if failure != nil {
		err = failure
	}
	return base + path + query, err
}

// encodedQuery writes the properties of the query under their JSON names.
func (r request) encodedQuery() (string, error) {
	text, err := json.Marshal(r.query)
	if err != nil {
		return "", err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil {
		return "", err
	}
	values := url.Values{}
	for name, value := range members {
		values.Set(name, fmt.Sprint(value))
	}
	if r.cursor != "" {
		values.Set("cursor", r.cursor)
	}
	if len(values) == 0 {
		return "", nil
	}
	return "?" + values.Encode(), nil
}

// content returns the body and its type. A reader can be sent only once.
func (r request) content() (payload []byte, stream io.Reader, contentType string, err error) {
	if reader, ok := r.body.(io.Reader); ok {
		return nil, reader, "application/octet-stream", nil
	}
	if r.body == nil {
		return nil, nil, "", nil
	}
	payload, err = json.Marshal(r.body)
	if bytes.Equal(payload, []byte("null")) {
		return nil, nil, "", err
	}
	return payload, nil, "application/json", err
}

func randomKey() string { return rand.Text() }
