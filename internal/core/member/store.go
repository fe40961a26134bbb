package member

import (
	"context"
	"crypto/sha256"
	"time"

	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// TokenHash is the hash of an invitation's token.
type TokenHash = [sha256.Size]byte

// Store stores members and invitations. Each method is one transaction, which
// stores a change together with its event. A change whose from is not the stored role is
// ErrStale; one that would leave the workspace without an owner is ErrLastOwner. Of
// concurrent changes, one is decided after the other.
type Store interface {
	// WorkspaceMembers returns the members of a workspace in the order of joining.
	WorkspaceMembers(ctx context.Context, workspaceID string) ([]Member, error)
	// Member returns one member, or NotFound.
	Member(ctx context.Context, workspaceID, userID string) (Member, error)
	// Holdings counts what a member created in the workspace.
	Holdings(ctx context.Context, workspaceID, userID string, now time.Time) (Holdings, error)
	// ChangeMember applies edit to a member and stores the role with the events of
	// edit. edit may run several times, and must not use the store.
	ChangeMember(ctx context.Context, workspaceID, userID string, edit func(*Member) ([]event.Event, error)) (Member, error)
	// RemoveMember deletes a membership with the member's saved views and
	// notifications of the workspace, and revokes the member's pending
	// invitations.
	RemoveMember(ctx context.Context, from Member, e event.Event) error
	// TransferOwnership makes to an owner and from an admin.
	TransferOwnership(ctx context.Context, from, to Member, e event.Event) error

	// InsertInvitation stores an invitation. It is Conflict at "email" when the
	// address belongs to a member or has a pending invitation, LimitReached at
	// Bounds.Members and Bounds.Pending, and RateLimited at the other bounds. It
	// deletes invitations that expired long ago.
	InsertInvitation(ctx context.Context, n NewInvitation) error
	// Invitations returns the invitations of a workspace that are pending at now,
	// newest first.
	Invitations(ctx context.Context, workspaceID string, now time.Time) ([]Invitation, error)
	// Invitation returns an invitation of any workspace and state, or NotFound.
	Invitation(ctx context.Context, id string) (Invitation, error)
	// InvitationByToken returns the invitation of a token, in any state, or
	// NotFound.
	InvitationByToken(ctx context.Context, token TokenHash) (Invitation, error)
	// AddInvitationToken adds a token to an invitation.
	AddInvitationToken(ctx context.Context, id string, token TokenHash) error
	// RevokeInvitation revokes a pending invitation of the event's workspace, or
	// returns NotFound.
	RevokeInvitation(ctx context.Context, id string, e event.Event) error
	// AcceptInvitation adds the user to the workspace and reports whether the user
	// was not a member before; a member is left unchanged, and so is the
	// invitation. It is Gone when the invitation is not pending at the time of the
	// event, Forbidden when it is for another address, and LimitReached.
	AcceptInvitation(ctx context.Context, a Acceptance) (joined bool, err error)
}

// NewInvitation is an invitation to store.
type NewInvitation struct {
	Invitation
	Token  TokenHash
	Mail   *queue.NewTask // nil: none
	Bounds Bounds
	Event  event.Event
}

// Bounds limit invitations. Zero means no limit.
type Bounds struct {
	Members    int // members and pending invitations of the workspace
	Pending    int // of the workspace
	PerDay     int // of the workspace in the last 24 hours, also ended ones
	PerUser    int // of the inviting user in the last 24 hours, of all workspaces
	PerAddress int // to one address in the last 24 hours, of all workspaces
}

// Acceptance is the acceptance of an invitation by a user.
type Acceptance struct {
	InvitationID string
	UserID       string
	MemberLimit  int // of the workspace; 0: no limit
	Joined       event.Event
	Accepted     event.Event
}
