// Package member manages the members of workspaces and the invitations to join
// them.
package member

import (
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Member is a user in a workspace.
type Member struct {
	WorkspaceID string
	UserID      string
	Email       string
	FirstName   string
	LastName    string
	Role        access.Role
	JoinedAt    time.Time
}

// state returns the membership as events have it.
func (m Member) state() event.Member { return event.Member{Role: string(m.Role)} }

// Holdings counts the items of a workspace that a member created. They belong to
// the workspace and stay there when the member is removed.
type Holdings struct {
	Links   int
	QRCodes int
	Shares  int // open ones
}

// ErrLastOwner is the fault of a change that would leave a workspace without an
// owner.
func ErrLastOwner() error {
	return fault.New(fault.Conflict, "A workspace needs an owner. Make another member an owner first.")
}

// ErrSuspended is the fault of a suspended user who would become an owner.
func ErrSuspended() error {
	return fault.New(fault.Conflict, "This user is suspended and cannot own a workspace. Choose another member.")
}

// ErrStale is the fault of a change to a membership that another change
// preceded.
func ErrStale() error {
	return fault.New(fault.Conflict, "The role of this member has changed. Reload and try again.")
}

func errRole() error {
	return fault.New(fault.Invalid, "Choose one of the roles owner, admin, editor and viewer.").At("role")
}

// checkRank returns Forbidden unless the actor's role includes all roles. API keys
// can only assign and remove the roles that access.RequireAssignable allows.
func checkRank(a access.Actor, roles ...access.Role) error {
	for _, r := range roles {
		if !a.Role.Includes(r) {
			return fault.New(fault.Forbidden, "Only an owner can add, change or remove owners.")
		}
		if err := access.RequireAssignable(a, r); err != nil {
			return err
		}
	}
	return nil
}

// checkOwner requires a recent authentication if one of the roles is owner, as the
// transfer of a workspace does.
func checkOwner(a access.Actor, now time.Time, roles ...access.Role) error {
	if !slices.Contains(roles, access.Owner) {
		return nil
	}
	return access.RequireRecent(a, now)
}
