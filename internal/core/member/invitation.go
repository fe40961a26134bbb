package member

import (
	"context"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/locale"
	"linnet/internal/core/queue"
)

// How long an invitation is valid.
const (
	DefaultValid = 7 * 24 * time.Hour
	MinValid     = time.Hour
	MaxValid     = 30 * 24 * time.Hour
)

// Bounds of invitations.
const (
	maxPending    = 100 // of a workspace
	maxPerDay     = 50  // of a workspace
	maxPerUser    = 100 // a day, of all workspaces
	maxPerAddress = 5   // a day, of all workspaces

	guessBurst  = 20 // unknown tokens from one network, then one per guessEvery
	guessEvery  = 30 * time.Second
	maxGuessers = 100_000 // networks that the limiter tracks
)

// Invitation allows a user to join a workspace with a role.
type Invitation struct {
	ID            string
	WorkspaceID   string
	WorkspaceName string
	Email         string // as entered, trimmed; empty: any user
	Role          access.Role
	InvitedBy     string // the id of a user
	InviterName   string
	CreatedAt     time.Time
	ExpiresAt     time.Time
	AcceptedAt    time.Time // zero: not accepted
	AcceptedBy    string
	RevokedAt     time.Time // zero: not revoked
	Closed        bool      // the workspace is deleted or suspended
}

// Err returns nil while the invitation can be accepted, and Gone otherwise.
func (i Invitation) Err(now time.Time) error {
	switch {
	case !i.AcceptedAt.IsZero():
		return fault.New(fault.Gone, "This invitation has been used. Ask for a new one.")
	case !i.RevokedAt.IsZero() || i.Closed:
		return fault.New(fault.Gone, "This invitation was revoked. Ask for a new one.")
	case !now.Before(i.ExpiresAt):
		return fault.New(fault.Gone, "This invitation has expired. Ask for a new one.")
	}
	return nil
}

// ErrOtherAddress is the fault of a user whose address is not the invited one.
func ErrOtherAddress() error {
	return fault.New(fault.Forbidden, "This invitation is for another email address. Log in with the account of that address.")
}

// state returns the invitation as events have it.
func (i Invitation) state() event.Invitation {
	return event.Invitation{Role: string(i.Role), ByMail: i.Email != "", ExpiresAt: i.ExpiresAt}
}

// Draft describes an invitation to create.
type Draft struct {
	Email     string // empty: any user with the link can accept
	Role      access.Role
	ExpiresAt time.Time    // zero: after DefaultValid
	Language  locale.Fixed // of the mail; empty: English
}

// Invite creates an invitation to the actor's workspace and returns it with its
// link, which contains a token that is not stored. With an email address, a mail
// with another link is queued in the same transaction. It returns Invalid at a
// field, Forbidden for a role above the actor's, Conflict at "email",
// LimitReached or RateLimited.
func (s *Service) Invite(ctx context.Context, a access.Actor, d Draft) (Invitation, string, error) {
	if err := access.Require(a, access.ManageMembers); err != nil {
		return Invitation{}, "", err
	}
	now := s.deps.Clock.Now()
	if err := d.normalize(now, s.deps.CheckEmail); err != nil {
		return Invitation{}, "", err
	}
	if err := checkRank(a, d.Role); err != nil {
		return Invitation{}, "", err
	}
	if err := checkOwner(a, now, d.Role); err != nil {
		return Invitation{}, "", err
	}
	limits, err := s.deps.Limits(ctx, a.WorkspaceID)
	if err != nil {
		return Invitation{}, "", err
	}
	secret := ident.NewSecret("")
	n := NewInvitation{
		Invitation: Invitation{
			ID: ident.New(ident.Invitation), WorkspaceID: a.WorkspaceID, Email: d.Email, Role: d.Role, InvitedBy: a.UserID,
			CreatedAt: now, ExpiresAt: d.ExpiresAt,
		},
		Token:  secret.Hash,
		Bounds: Bounds{Members: limits.Members, Pending: maxPending, PerDay: maxPerDay, PerUser: maxPerUser, PerAddress: maxPerAddress},
	}
	n.Event = s.event(a, event.InvitationCreated, n.ID, event.Created(n.state()))
	if n.Mail, err = s.mail(n.Invitation, d.Language); err != nil {
		return Invitation{}, "", err
	}
	if err := s.deps.Store.InsertInvitation(ctx, n); err != nil {
		return Invitation{}, "", err
	}
	return n.Invitation, s.link(secret), nil
}

// normalize validates the draft and fills in its defaults.
func (d *Draft) normalize(now time.Time, checkEmail func(*fault.List, string)) error {
	var l fault.List
	d.Email = strings.TrimSpace(d.Email)
	if d.Email != "" {
		checkEmail(&l, d.Email)
	}
	if !d.Role.Valid() {
		l.Add("role", "Choose one of the roles owner, admin, editor and viewer.")
	}
	if d.ExpiresAt.IsZero() {
		d.ExpiresAt = now.Add(DefaultValid)
	}
	if valid := d.ExpiresAt.Sub(now); valid < MinValid || valid > MaxValid {
		l.Add("expiresAt", "An invitation is valid for 1 hour to 30 days.")
	}
	return l.Err()
}

// mail returns the task that mails an invitation, or nil when it has no address.
func (s *Service) mail(i Invitation, in locale.Fixed) (*queue.NewTask, error) {
	if i.Email == "" {
		return nil, nil //nolint:nilnil // there is no mail to send
	}
	task, err := s.deps.Outbox.Task(mailTemplate, mailData{InvitationID: i.ID, Language: in})
	return &task, err
}

func (s *Service) link(secret ident.Secret) string {
	return s.deps.PublicURL + "/invite/" + secret.Text
}

// Pending returns the pending invitations of the actor's workspace, newest first.
func (s *Service) Pending(ctx context.Context, a access.Actor) ([]Invitation, error) {
	if err := access.Require(a, access.ManageMembers); err != nil {
		return nil, err
	}
	return s.deps.Store.Invitations(ctx, a.WorkspaceID, s.deps.Clock.Now())
}

// Revoke revokes a pending invitation of the actor's workspace. It returns
// Forbidden for an invitation with a role above the actor's.
func (s *Service) Revoke(ctx context.Context, a access.Actor, id string) error {
	if err := access.Require(a, access.ManageMembers); err != nil {
		return err
	}
	i, err := s.deps.Store.Invitation(ctx, id)
	if err != nil {
		return err
	}
	if i.WorkspaceID != a.WorkspaceID {
		return fault.New(fault.NotFound, "There is no such invitation.")
	}
	if err := checkRank(a, i.Role); err != nil {
		return err
	}
	return s.deps.Store.RevokeInvitation(ctx, id, s.event(a, event.InvitationRevoked, id, event.Deleted(i.state())))
}

// Find returns the invitation of a token. It returns NotFound for an unknown
// token, RateLimited after many of those from one network, and Gone for an
// invitation that cannot be accepted. It requires no actor.
func (s *Service) Find(ctx context.Context, token, network string) (Invitation, error) {
	i, err := s.byToken(ctx, token, network)
	if err != nil {
		return Invitation{}, err
	}
	return i, i.Err(s.deps.Clock.Now())
}

func (s *Service) byToken(ctx context.Context, token, network string) (Invitation, error) {
	if v := s.guesses.Take(network); v.Wait > 0 {
		return Invitation{}, fault.New(fault.RateLimited, "Too many invalid invitation links. Try again in a few minutes.").RetryAfter(v.Wait)
	}
	i, err := s.deps.Store.InvitationByToken(ctx, ident.HashSecret(token))
	if !fault.Is(err, fault.NotFound) { // only unknown tokens count
		s.guesses.Refund(network)
	}
	return i, err
}

// Accept adds the actor to the workspace of an invitation and returns the
// workspace's id. It succeeds for members of the workspace. Other errors are those
// of Find, Forbidden when the invitation is for another address, and LimitReached.
func (s *Service) Accept(ctx context.Context, a access.Actor, token, network string) (workspaceID string, err error) {
	if err := access.RequireUser(a); err != nil {
		return "", err
	}
	i, err := s.byToken(ctx, token, network)
	if err != nil {
		return "", err
	}
	if i.AcceptedBy == a.UserID {
		if _, err := s.deps.Store.Member(ctx, i.WorkspaceID, a.UserID); err == nil {
			return i.WorkspaceID, nil
		}
	}
	now := s.deps.Clock.Now()
	if err := i.Err(now); err != nil {
		return "", err
	}
	limits, err := s.deps.Limits(ctx, i.WorkspaceID)
	if err != nil {
		return "", err
	}
	joined := event.Created(event.Member{Role: string(i.Role)})
	_, err = s.deps.Store.AcceptInvitation(ctx, Acceptance{
		InvitationID: i.ID, UserID: a.UserID, MemberLimit: limits.Members,
		Joined:   event.New(a.By(), event.MemberJoined, i.WorkspaceID, a.UserID, joined, now),
		Accepted: event.New(a.By(), event.InvitationAccepted, i.WorkspaceID, i.ID, event.Deleted(i.state()), now),
	})
	return i.WorkspaceID, err
}
