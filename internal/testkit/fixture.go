package testkit

import (
	"testing"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
)

// Host is the default domain of stores that Owner has prepared.
const Host = "localhost:8080"

// Day returns the time that tests start at: noon on a Friday.
func Day() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }

// Owner creates a workspace on the FREE package and the default domain Host. It
// returns the owner of the workspace.
func Owner(t testing.TB, s *records.Store) access.Actor {
	t.Helper()
	d := domain.Domain{
		ID: ident.New(ident.Domain), Host: Host, Status: domain.Verified, Settings: domain.DefaultSettings(), CreatedAt: Day(), UpdatedAt: Day(), Version: 1,
	}
	if _, err := s.PutDefaultDomain(t.Context(), d, false); err != nil {
		t.Fatal(err)
	}
	user := account.User{ID: ident.New(ident.User), FirstName: "Ada", LastName: "Byron", CreatedAt: Day(), UpdatedAt: Day()}
	user.Email = user.ID + "@example.com"
	place := workspace.Founded(user.FirstName, "Europe/Berlin", Day())
	r := account.Registration{
		Account:   account.Account{User: user, PasswordHash: "none"},
		Workspace: place,
		Session: account.NewSession{
			Session: account.Session{
				ID:         ident.New(ident.Session),
				UserID:     user.ID,
				CreatedAt:  Day(),
				LastSeenAt: Day(),
				ExpiresAt:  Day().Add(time.Hour),
			},
			Secret: ident.NewSecret("").Hash,
		},
	}
	e := event.Event{
		ID:          ident.New(ident.Event),
		WorkspaceID: place.ID,
		Actor:       event.Actor{Kind: event.User, ID: user.ID},
		Kind:        event.UserSignedUp,
		SubjectID:   user.ID,
		At:          Day(),
	}
	if err := s.InsertAccount(t.Context(), r, e); err != nil {
		t.Fatal(err)
	}
	return access.Actor{UserID: user.ID, SessionID: r.Session.ID, WorkspaceID: place.ID, Role: access.Owner}
}
