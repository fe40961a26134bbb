package client

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"net/url"
)

// list returns the items of all pages of a list, which it requests when the loop needs them. It ends with the first error.
func list[T any](ctx context.Context, c *Client, path string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		query := maps.Clone(query)
		for {
			var page struct {
				Items      []T
				NextCursor *string
			}
			if err := c.Do(ctx, http.MethodGet, path, query, nil, &page); err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Items {
				if !yield(item, nil) {
					return
				}
			}
			if page.NextCursor == nil {
				return
			}
			query.Set("cursor", *page.NextCursor)
		}
	}
}
