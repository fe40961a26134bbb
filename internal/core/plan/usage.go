package plan

import "context"

// Usage counts what plans limit.
type Usage interface {
	CountLinks(ctx context.Context, workspaceID string) (int, error)
	CountDomains(ctx context.Context, workspaceID string) (int, error)
	CountMembers(ctx context.Context, workspaceID string) (int, error)
	CountPages(ctx context.Context, workspaceID string) (int, error)
}
