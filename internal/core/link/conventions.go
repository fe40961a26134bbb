package link

import (
	"context"
	"slices"

	"linnet/internal/core/utm"
)

// noConventions are those of drafts that are not stored.
type noConventions struct{}

// UTMConventions implements Conventions.
func (noConventions) UTMConventions(context.Context, string) (utm.Conventions, error) {
	return utm.Conventions{}, nil
}

// cachedConventions caches the first successful answer of source.
type cachedConventions struct {
	source Conventions
	value  utm.Conventions
	cached bool
}

// UTMConventions implements Conventions.
func (c *cachedConventions) UTMConventions(ctx context.Context, workspaceID string) (utm.Conventions, error) {
	if c.cached {
		return c.value, nil
	}
	value, err := c.source.UTMConventions(ctx, workspaceID)
	c.value, c.cached = value, err == nil
	return value, err
}

// checkConventions adds a decode error for each campaign parameter of a
// normalized draft that violates the conventions. Only web destinations have
// campaign parameters.
func (d *Draft) checkConventions(conventions utm.Conventions) {
	if scheme, _ := Scheme(d.URL); scheme == "http" || scheme == "https" {
		d.DecodeErrors = slices.Concat(d.DecodeErrors, conventions.Check(d.UTM.Effective(d.URL)))
	}
}
