package platform

import (
	"context"
	"math/rand/v2"
	"time"
)

const (
	backoff        = 500 * time.Millisecond
	longestBackoff = 8 * time.Second
	longestWait    = time.Minute
)

// wasNotRun: the platform did not run the operation, or it waits for an earlier request with the same key.
func (p *Problem) wasNotRun() bool {
	return p.Code == "rate_limited" || p.Code == "idempotency_key_in_use"
}

// mayHaveRun: the operation can have run although its response was lost.
func (p *Problem) mayHaveRun() bool {
	switch p.Status {
	case 502, 503, 504:
		return true
	}
	return p.Code == CodeConnectionFailed || p.Code == CodeTimedOut
}

// retryDelay returns the time until the next attempt; false if the request must not be repeated. It follows Retry-After, plus up to half
// a second so that callers do not return together; otherwise it backs off exponentially with full jitter. A guarded request has an
// idempotency key or If-Match, so that it cannot take effect twice. The TypeScript SDK has the same rules.
func retryDelay(op operation, problem *Problem, attempt int, isGuarded bool) (time.Duration, bool) {
	isSafe := problem.wasNotRun() || (problem.mayHaveRun() && (op.isRepeatable() || isGuarded))
	switch {
	case !isSafe:
		return 0, false
	case problem.RetryAfter == nil:
		return upTo(min(longestBackoff, backoff<<min(attempt-1, 10))), true
	case *problem.RetryAfter > longestWait:
		return 0, false
	}
	return *problem.RetryAfter + upTo(backoff), true
}

func upTo(limit time.Duration) time.Duration {
	return time.Duration(rand.Float64() * float64(limit))
}

// sleep waits, or returns the error of the context when it ends.
func sleep(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
