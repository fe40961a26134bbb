package link

import (
	"fmt"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/routing"
)

// Obstacle is the alias that prevents a workspace from creating an alias on a domain: the
// same one, or one of another workspace that overlaps with it. The zero value is none.
type Obstacle struct {
	Folded  string // the alias that exists, folded
	Deleted bool   // it is the same, and belongs to a deleted link of the workspace
}

// Message returns why the folded alias cannot be created on a host.
func (o Obstacle) Message(host, alias string) string {
	switch {
	case o.Deleted:
		return "This alias belongs to a deleted link. An admin can free it under Links, Deleted."
	case o.Folded != alias:
		return overlapMessage(host, alias, o.Folded)
	}
	return "This alias is taken on " + host + ". Choose another."
}

// Fault returns Message as a Conflict at "alias".
func (o Obstacle) Fault(host, alias string) *fault.Error {
	return fault.New(fault.Conflict, o.Message(host, alias)).At("alias")
}

// overlapMessage returns why a folded alias cannot be created on a host: it
// overlaps with other, an alias of another workspace.
func overlapMessage(host, alias, other string) string {
	base, own := strings.TrimSuffix(other, wildcard), strings.TrimSuffix(alias, wildcard)
	if strings.HasPrefix(own, base+"/") || own == base && routing.IsWildcard(other) {
		return fmt.Sprintf("%s/%s and everything below it belong to another workspace. Choose an alias outside of it.", host, base)
	}
	return fmt.Sprintf("Another workspace already has a link at or below %s/%s. Choose another alias.", host, own)
}
