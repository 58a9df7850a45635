package platform

import (
	"context"
	"iter"
)

// Page is a page of a list.
type Page[T any] struct {
	Data []T `json:"data"`
	// NextCursor is nil on the last page, except in feeds.
	NextCursor *string `json:"nextCursor"`
	HasMore    bool    `json:"hasMore"`
}

// entries iterates over the entries of all pages.
func entries[T any](ctx context.Context, t *transport, r request, options []CallOption) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for next := r; ; {
			page, err := call[Page[T]](ctx, t, next, options)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, entry := range page.Data {
				if !yield(entry, nil) {
					return
				}
			}
			if !page.HasMore || page.NextCursor == nil {
				return
			}
			next.cursor = *page.NextCursor
		}
	}
}
