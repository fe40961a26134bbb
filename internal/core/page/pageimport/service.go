package pageimport

import (
	"context"

	"linnet/internal/core/access"
	"linnet/internal/core/page"
)

// Service converts exports for members with the permission to create pages. It stores nothing.
type Service struct{}

// Convert returns the content of an export; see the function Convert.
func (Service) Convert(_ context.Context, a access.Actor, file []byte) (*page.Export, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	return Convert(file)
}
