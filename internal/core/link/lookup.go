package link

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/routing"
)

// Availability says whether an alias can be had, and if not, why.
type Availability struct {
	Available bool
	Reason    string // a sentence for people; empty when it is available
}

// Lookup returns the link behind an alias of a domain; "" is the default
// domain. Another workspace's link is NotFound.
func (s *Service) Lookup(ctx context.Context, a access.Actor, domainHost, alias string) (*Link, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return nil, err
	}
	on, err := s.domains.Usable(ctx, a.WorkspaceID, domainHost)
	if err != nil {
		return nil, err
	}
	return s.store.LinkByAlias(ctx, a.WorkspaceID, on.ID, routing.FoldAlias(alias, on.CaseSensitive))
}

// AliasAvailable tells, while somebody types, whether an alias could be had
// right now. Only Create and Update decide.
func (s *Service) AliasAvailable(ctx context.Context, a access.Actor, domainHost, alias string) (Availability, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Availability{}, err
	}
	on, err := s.domains.Usable(ctx, a.WorkspaceID, domainHost)
	if err != nil {
		return Availability{}, err
	}
	alias = NormalAlias(alias)
	err = CheckAlias(alias)
	if err == nil {
		err = s.checkReserved(alias, on.IsDefault())
	}
	var no *fault.Error
	if errors.As(err, &no) {
		return Availability{Reason: no.Message}, nil
	}
	folded := routing.FoldAlias(alias, on.CaseSensitive)
	obstacle, err := s.store.AliasObstacle(ctx, a.WorkspaceID, on.ID, folded)
	switch {
	case err != nil:
		return Availability{}, err
	case obstacle == folded:
		return Availability{Reason: TakenSentence(on.Host)}, nil
	case obstacle != "":
		return Availability{Reason: OverlapSentence(on.Host, folded, obstacle)}, nil
	}
	return Availability{Available: true}, nil
}

// OverlapSentence says that another workspace's alias keeps a folded alias from
// being created on a host.
func OverlapSentence(host, alias, other string) string {
	base, own := strings.TrimSuffix(other, wildcard), strings.TrimSuffix(alias, wildcard)
	if routing.IsWildcard(other) && (own == base || strings.HasPrefix(own, base+"/")) {
		return fmt.Sprintf("%s/%s and everything below it belong to another workspace. Choose an alias outside of it.", host, base)
	}
	return fmt.Sprintf("Another workspace already has a link at or below %s/%s. Choose another alias.", host, own)
}

// TakenSentence says that an alias is taken on a host.
func TakenSentence(host string) string {
	return "This alias is taken on " + host + ". Choose another."
}
