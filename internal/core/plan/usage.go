package plan

import "context"

// LimitsOf returns the limits of the package that a workspace has.
type LimitsOf func(ctx context.Context, workspaceID string) (Limits, error)

// Usage counts what plans limit.
type Usage interface {
	CountLinks(ctx context.Context, workspaceID string) (int, error)
	CountDomains(ctx context.Context, workspaceID string) (int, error)
	CountMembers(ctx context.Context, workspaceID string) (int, error)
	CountPages(ctx context.Context, workspaceID string) (int, error)
}
