package pageimport

import (
	"context"

	"linnet/internal/base/fair"
	"linnet/internal/core/access"
	"linnet/internal/core/page"
)

// Service converts exports for members with the permission to create pages. It stores
// nothing. It is safe for concurrent use.
type Service struct {
	// converting bounds conversions by workspace: a large file takes about 0.2 s.
	converting *fair.Gate
}

// NewService returns a Service.
func NewService() *Service {
	return &Service{converting: fair.ForComputing()}
}

// Convert returns the content of an export; see the function Convert. Exports of one
// workspace are converted one after the other, and those of all workspaces on half of
// the processors; Convert blocks until then.
func (s *Service) Convert(ctx context.Context, a access.Actor, file []byte) (*page.Export, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	release, err := s.converting.Acquire(ctx, a.WorkspaceID)
	if err != nil {
		return nil, err
	}
	defer release()
	return Convert(file)
}
