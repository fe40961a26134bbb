package link

import (
	"context"
	"errors"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/routing"
)

// Availability reports whether an alias is available.
type Availability struct {
	Available bool
	Reason    string // why not, as a sentence for people
}

// AliasAvailable reports whether an alias is available on a domain right now; an empty
// host is the workspace's domain of new links. It reserves nothing: Create and Update
// may still fail.
func (s *Service) AliasAvailable(ctx context.Context, a access.Actor, host, alias string) (Availability, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Availability{}, err
	}
	on, err := s.deps.Domains.Usable(ctx, a.WorkspaceID, host)
	if err != nil {
		return Availability{}, err
	}
	alias = NormalAlias(alias)
	err = CheckAlias(alias)
	if err == nil {
		err = s.checkReserved(alias, on.IsDefault())
	}
	var rejected *fault.Error
	if errors.As(err, &rejected) {
		return Availability{Reason: rejected.Message}, nil
	}
	folded := routing.FoldAlias(alias, on.CaseSensitive)
	obstacle, err := s.deps.Store.AliasObstacle(ctx, a.WorkspaceID, on.ID, folded)
	if err != nil || obstacle == (Obstacle{}) {
		return Availability{Available: err == nil}, err
	}
	return Availability{Reason: obstacle.Message(on.Host, folded)}, nil
}
