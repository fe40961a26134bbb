package account

import (
	"context"
	"fmt"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// Deletion is the deletion of an account to store.
type Deletion struct {
	UserID string
	At     time.Time
	// Event returns an event of the deletion; workspaceID is empty for that of the
	// account.
	Event func(kind event.Kind, workspaceID, subjectID string) event.Event
}

// ErrOnlyOwner is the fault of a deletion while the user is the only owner of a
// workspace with other members.
func ErrOnlyOwner(workspace string) error {
	return fault.New(fault.Conflict, fmt.Sprintf(
		"You are the only owner of the workspace %q, which has other members. Transfer or delete it first.", workspace))
}

// Delete deletes the actor's account and, for good, the workspaces that have no
// other member, with their links and clicks. In other workspaces, the links stay,
// and the events name the user by id only. It returns Invalid at "password" for a
// wrong password and Conflict while the user is the only owner of a workspace with
// other members.
func (s *Service) Delete(ctx context.Context, a access.Actor, password string) error {
	if err := access.RequireUser(a); err != nil {
		return err
	}
	account, err := s.Store.Account(ctx, a.UserID)
	if err != nil {
		return err
	}
	if err := s.confirm(ctx, account, "password", password); err != nil {
		return err
	}
	now := s.Clock.Now()
	err = s.Store.DeleteAccount(ctx, Deletion{
		UserID: account.ID,
		At:     now,
		Event: func(kind event.Kind, workspaceID, subjectID string) event.Event {
			return event.New(a.By(), kind, workspaceID, subjectID, event.None{}, now)
		},
	})
	if err != nil {
		return err
	}
	// Sent at once, because a queued mail would store the address of the user.
	s.logFailure(ctx, "mail of a deleted account failed",
		s.Mailer.AccountDeleted(context.WithoutCancel(ctx), account.recipient(), now))
	if s.PurgeWorkspaces == nil {
		return nil
	}
	// The purge continues when the client disconnects, and later when it fails.
	s.logFailure(ctx, "purge workspaces of a deleted account failed", s.PurgeWorkspaces(context.WithoutCancel(ctx)))
	return nil
}
