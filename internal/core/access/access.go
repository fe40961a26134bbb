// Package access defines roles, permissions and actors. Every exported method
// of a service begins with Require or RequireUser.
package access

import (
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/dropin"
	"linnet/internal/core/event"
)

// Role is the role of a member in a workspace.
type Role string

// The roles, from the most to the fewest permissions. Each has the permissions
// of the next.
const (
	Owner  Role = "owner"
	Admin  Role = "admin"
	Editor Role = "editor"
	Viewer Role = "viewer"
)

// Permission allows one kind of action in a workspace. The values are part of
// the API.
type Permission string

// The permissions.
const (
	ReadLinks        Permission = "links:read"
	ReadAnalytics    Permission = "analytics:read"
	ReadWorkspace    Permission = "workspace:read"
	WriteLinks       Permission = "links:write"
	TrackConversions Permission = "conversions:track"
	ManageShares     Permission = "shares:manage"
	ManageWorkspace  Permission = "workspace:manage"
	ManageDomains    Permission = "domains:manage"
	DeleteClicks     Permission = "clicks:delete"
	FreeAliases      Permission = "aliases:free"
	ManageKeys       Permission = "keys:manage"
	ManageWebhooks   Permission = "webhooks:manage"
	ReadAudit        Permission = "audit:read"

	ManageMembers     Permission = "members:manage"
	ManageFolders     Permission = "folders:manage"
	TransferWorkspace Permission = "workspace:transfer"
	DeleteWorkspace   Permission = "workspace:delete"
	ManageBilling     Permission = "billing:manage"

	// ManageSingleSignOn is of owners only: the provider decides who signs in as
	// any member of its domains, owners included.
	ManageSingleSignOn Permission = "sso:manage"
)

// Actor is a user in one of their workspaces, or an API key that acts for its
// creator. The zero value has no permission.
type Actor struct {
	UserID      string
	SessionID   string
	WorkspaceID string
	Role        Role
	// AddressPrefix is the network of the request: the /24 of an IPv4 address,
	// the /64 of an IPv6 address. Empty without a request.
	AddressPrefix string
	// AuthenticatedAt is when the user of the session last proved their identity,
	// see RequireRecent.
	AuthenticatedAt time.Time
	// ConfinedTo is the only workspace that the session opens, see RequireOpen;
	// empty: it opens all workspaces of the user.
	ConfinedTo string
	// KeyID is the API key of the request; empty: a session. A key has the role
	// of its creator, limited to its Scopes (see RequireScope).
	KeyID  string
	Scopes Scopes
	// Via is the drop-in API of the request; empty: none.
	Via dropin.API
	// Folders are the restricted folders that limit the actor; nil: none. An API
	// key has those of its creator.
	Folders *FolderLimits
}

// By returns the actor as the cause of an event.
func (a Actor) By() event.Actor {
	switch {
	case a.UserID == "":
		return event.Actor{Kind: event.System}
	case a.KeyID != "":
		return event.Actor{Kind: event.Key, ID: a.KeyID, AddressPrefix: a.AddressPrefix, Via: string(a.Via)}
	}
	return event.Actor{Kind: event.User, ID: a.UserID, AddressPrefix: a.AddressPrefix}
}

// Roles returns all roles, from the most to the fewest permissions.
func Roles() []Role { return []Role{Owner, Admin, Editor, Viewer} }

// Valid reports whether the role exists.
func (r Role) Valid() bool { return slices.Contains(Roles(), r) }

// Includes reports whether the role has every permission of other. Both roles
// must be valid.
func (r Role) Includes(other Role) bool {
	return r.Valid() && other.Valid() && slices.Index(Roles(), r) <= slices.Index(Roles(), other)
}

// Permissions returns the permissions of a role, none for an unknown one.
func Permissions(role Role) []Permission {
	var held []Permission
	for _, of := range []struct {
		role  Role
		added []Permission // to those of the roles before it
	}{
		{Viewer, []Permission{ReadLinks, ReadAnalytics, ReadWorkspace}},
		{Editor, []Permission{WriteLinks, TrackConversions, ManageShares}},
		{Admin, []Permission{
			ManageWorkspace, ManageDomains, ManageMembers, ManageFolders, ManageKeys, ManageWebhooks, ReadAudit, DeleteClicks, FreeAliases,
		}},
		{Owner, []Permission{TransferWorkspace, DeleteWorkspace, ManageBilling, ManageSingleSignOn}},
	} {
		held = append(held, of.added...)
		if of.role == role {
			return held
		}
	}
	return nil
}

// Require returns nil when the actor has the permission in their workspace.
// Otherwise it returns Unauthenticated without a user, ReauthRequired for a session
// that does not open the workspace, NotFound when the user is not a member of the
// workspace, which hides that it exists, or Forbidden.
func Require(a Actor, p Permission) error {
	if err := RequireSignedIn(a); err != nil {
		return err
	}
	if err := RequireOpen(a, a.WorkspaceID); err != nil {
		return err
	}
	switch {
	case a.WorkspaceID == "" || a.Role == "":
		return fault.New(fault.NotFound, "There is no such workspace.")
	case !slices.Contains(Permissions(a.Role), p):
		return fault.New(fault.Forbidden, "Your role in this workspace does not allow this. Ask an owner or an admin.")
	}
	return nil
}

// RequireUser returns nil for a user whose session opens the whole account. It
// returns Unauthenticated without a user, and ReauthRequired for a session that is
// confined to one workspace.
func RequireUser(a Actor) error {
	if err := RequireSignedIn(a); err != nil {
		return err
	}
	return RequireOpen(a, "")
}

// RequireSignedIn returns Unauthenticated without a user. It is for the operations
// outside of workspaces that a confined session may use, too: to end or confirm
// itself, and to read and change what does not concern the security of the account.
func RequireSignedIn(a Actor) error {
	if a.UserID == "" {
		return fault.New(fault.Unauthenticated, "Log in to do this.")
	}
	return nil
}

// RequireOpen returns ReauthRequired when the session of the actor does not open the
// workspace; an empty workspaceID stands for the account itself. A session that began
// with single sign-on opens the workspace of the connection only, until the user
// confirms it with a factor of the account: the workspace's owner decides who signs in
// as its members.
func RequireOpen(a Actor, workspaceID string) error {
	if a.ConfinedTo == "" || a.ConfinedTo == workspaceID {
		return nil
	}
	return fault.New(fault.ReauthRequired, "You signed in with single sign-on, which opens its workspace only. "+
		"Confirm with the password or a passkey of your account to continue.")
}
