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
		ID:        ident.New(ident.Domain),
		Host:      Host,
		Status:    domain.Verified,
		Settings:  domain.DefaultSettings(),
		CreatedAt: Day(),
		UpdatedAt: Day(),
		Version:   1,
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

// Domain adds a verified domain to a workspace.
func Domain(t testing.TB, s *records.Store, workspaceID, host string) domain.Domain {
	t.Helper()
	d := domain.Domain{
		ID:          ident.New(ident.Domain),
		WorkspaceID: workspaceID,
		Host:        host,
		Status:      domain.Verified,
		Settings:    domain.DefaultSettings(),
		CreatedAt:   Day(),
		UpdatedAt:   Day(),
		VerifiedAt:  Day(),
		Version:     1,
	}
	change := event.Created(event.Domain{ID: d.ID, Host: host})
	e := event.New(event.Actor{Kind: event.System}, event.DomainCreated, workspaceID, d.ID, change, Day())
	if err := s.InsertDomain(t.Context(), d, 0, e); err != nil {
		t.Fatal(err)
	}
	return d
}

// NewLinksOn makes a domain the one of new links of a workspace; "" is the default domain.
func NewLinksOn(t testing.TB, s *records.Store, workspaceID, domainID string) {
	t.Helper()
	_, err := s.ChangeWorkspace(t.Context(), workspaceID, Day(), func(w *workspace.Workspace) ([]event.Event, error) {
		w.DefaultDomainID = domainID
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
