package platform

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// InvalidWebhook is the error of a message that must be rejected with status 401.
type InvalidWebhook struct {
	// Reason is header_missing, timestamp_out_of_tolerance or signature_invalid.
	Reason string
	detail string
}

func (e *InvalidWebhook) Error() string { return e.detail }

// WebhookOptions say how messages are verified.
type WebhookOptions struct {
	// Secrets are the signing secret of the endpoint, whsec_…; several during a rotation.
	Secrets []string
	// Tolerance is how much the clocks may differ. Default: 5 minutes.
	Tolerance time.Duration
}

// VerifyWebhook verifies a message after Standard Webhooks 1.0.0 and returns its event. Pass the raw body: parsed and serialized again, it
// has another signature. Store the event's ID to detect duplicates.
func VerifyWebhook(header http.Header, body []byte, options WebhookOptions) (*Event, error) {
	keys, err := keysOf(options.Secrets)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		if header.Get(name) == "" {
			return nil, &InvalidWebhook{"header_missing", fmt.Sprintf("the header %s is missing", strings.ToLower(name))}
		}
	}
	timestamp := header.Get("Webhook-Timestamp")
	tolerance := options.Tolerance
	if tolerance == 0 {
		tolerance = 5 * time.Minute
	}
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil || time.Since(time.Unix(int64(seconds), 0)).Abs() > tolerance {
		detail := fmt.Sprintf("the timestamp %s differs by more than %s", timestamp, tolerance)
		return nil, &InvalidWebhook{"timestamp_out_of_tolerance", detail}
	}
	signed := append([]byte(header.Get("Webhook-Id")+"."+timestamp+"."), body...)
	if !isSigned(signed, keys, strings.Split(header.Get("Webhook-Signature"), " ")) {
		return nil, &InvalidWebhook{"signature_invalid", "no signature matches the message"}
	}
	event := new(Event)
	return event, json.Unmarshal(body, event)
}

func keysOf(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, errors.New("platform: a webhook needs a secret to be verified")
	}
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		text, ok := strings.CutPrefix(secret, "whsec_")
		key, err := base64.StdEncoding.DecodeString(text)
		if !ok || err != nil {
			return nil, errors.New("platform: a webhook secret is whsec_ and base64")
		}
		keys[i] = key
	}
	return keys, nil
}

func isSigned(signed []byte, keys [][]byte, signatures []string) bool {
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write(signed)
		expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
		for _, signature := range signatures {
			if hmac.Equal([]byte(expected), []byte(signature)) {
				return true
			}
		}
	}
	return false
}
