// Package access says who may do what. Every exported method of a service
// starts with Require.
package access

import "linnet/internal/base/fault"

// Role is what a member is in a workspace (spec: product §2).
type Role string

// The roles, from the most to the least that they may do.
const (
	Owner  Role = "owner"
	Admin  Role = "admin"
	Editor Role = "editor"
	Viewer Role = "viewer"
)

// Permission is one thing that an actor may do in a workspace.
type Permission string

// The permissions.
const (
	ReadLinks        Permission = "links.read"
	WriteLinks       Permission = "links.write"
	ReadAnalytics    Permission = "analytics.read"
	ReadWorkspace    Permission = "workspace.read"
	ManageWorkspace  Permission = "workspace.manage"
	ManageDomains    Permission = "domains.manage"
	TrackConversions Permission = "conversions.track"
	ManageShares     Permission = "shares.manage"
	DeleteClicks     Permission = "clicks.delete"
	FreeAliases      Permission = "aliases.free"
)

// Actor is who is calling: a user in one of their workspaces. The zero value
// may do nothing.
type Actor struct {
	UserID      string
	SessionID   string
	WorkspaceID string
	Role        Role
}

// may is the role table: what each role adds to the one below it.
func may(role Role, p Permission) bool {
	switch p {
	case ReadLinks, ReadAnalytics, ReadWorkspace:
		return role == Owner || role == Admin || role == Editor || role == Viewer
	case WriteLinks, TrackConversions, ManageShares:
		return role == Owner || role == Admin || role == Editor
	case ManageWorkspace, ManageDomains, DeleteClicks, FreeAliases:
		return role == Owner || role == Admin
	default:
		return false
	}
}

// Require returns nil when the actor holds the permission in their workspace,
// Unauthenticated when nobody is calling, NotFound when the user is in no such
// workspace (another's workspace is not there for them), and else Forbidden.
func Require(a Actor, p Permission) error {
	switch {
	case a.UserID == "":
		return fault.New(fault.Unauthenticated, "Log in to do this.")
	case a.WorkspaceID == "" || a.Role == "":
		return fault.New(fault.NotFound, "There is no such workspace.")
	case !may(a.Role, p):
		return fault.New(fault.Forbidden, "Your role in this workspace does not allow this. Ask an owner or an admin.")
	}
	return nil
}

// RequireUser returns nil when somebody is logged in, whatever the workspace.
func RequireUser(a Actor) error {
	if a.UserID == "" {
		return fault.New(fault.Unauthenticated, "Log in to do this.")
	}
	return nil
}
