package records_test

import (
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/singlesignon"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

var _ singlesignon.Store = (*records.Store)(nil)

// connect stores an enforced connection of a workspace.
func connect(t *testing.T, s *records.Store, of account.Registration, domains ...string) singlesignon.Connection {
	t.Helper()
	c := singlesignon.Connection{
		ID: "sso" + of.Workspace.ID[3:], WorkspaceID: of.Workspace.ID, Issuer: "https://login.example.com", ClientID: "linnet",
		SealedSecret: []byte{0, 1, 2}, Enforced: true, DefaultRole: access.Viewer, Domains: domains, CreatedAt: noon, UpdatedAt: noon,
	}
	if err := s.PutConnection(t.Context(), c, nil, happened(event.SingleSignOnCreated, c.WorkspaceID, c.ID, noon)); err != nil {
		t.Fatal(err)
	}
	return c
}

// signOn completes a sign-in of an identity and returns the person before it.
func signOn(t *testing.T, s *records.Store, c singlesignon.Connection, of singlesignon.Identity) (singlesignon.Person, singlesignon.Completion) {
	t.Helper()
	secret, browser := ident.NewSecret(""), ident.NewSecret("")
	ticket := singlesignon.Ticket{Secret: secret.Hash, Browser: browser.Hash, ConnectionID: c.ID, Identity: of, ExpiresAt: noon.Add(time.Minute)}
	if err := s.InsertTicket(t.Context(), ticket, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Ticket(t.Context(), secret.Hash, secret.Hash, noon); !fault.Is(err, fault.NotFound) {
		t.Errorf("the ticket of another browser: %v", err)
	}
	if _, err := s.Ticket(t.Context(), secret.Hash, browser.Hash, noon.Add(time.Minute)); !fault.Is(err, fault.NotFound) {
		t.Errorf("an expired ticket: %v", err)
	}
	if _, err := s.Ticket(t.Context(), secret.Hash, browser.Hash, noon); err != nil {
		t.Fatal(err)
	}
	person, err := s.PersonOf(t.Context(), c, of)
	if err != nil && !fault.Is(err, fault.NotFound) {
		t.Fatal(err)
	}
	done := singlesignon.Completion{
		Ticket: ticket, WorkspaceID: c.WorkspaceID, Person: person, NewUserID: ident.New(ident.User), Role: c.DefaultRole, At: noon,
		Takeover: person.UserID != "" && !person.Linked && !person.Verified,
		Joined:   happened(event.MemberJoined, c.WorkspaceID, "", noon),
	}
	if err := s.Complete(t.Context(), done); err != nil {
		t.Fatal(err)
	}
	if err := s.Complete(t.Context(), done); !fault.Is(err, fault.NotFound) {
		t.Errorf("a redeemed ticket: %v", err)
	}
	return person, done
}

func TestStore_SingleSignOn(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob := register(t, s, "ada@example.com"), register(t, s, "bob@acme.example")
		c := connect(t, s, ada, "acme.example", "eu.acme.example")
		c.Domains = []string{"acme.example"}
		if err := s.PutConnection(t.Context(), c, nil, happened(event.SingleSignOnUpdated, c.WorkspaceID, c.ID, noon)); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Connection(t.Context(), c.ID); err != nil || len(got.Domains) != 1 || string(got.SealedSecret) != "\x00\x01\x02" || !got.Enforced {
			t.Errorf("the connection is %+v, %v", got, err)
		}
		other := connect(t, s, bob, "bob.example")
		other.Domains = []string{"acme.example"}
		taken := s.PutConnection(t.Context(), other, nil, happened(event.SingleSignOnUpdated, other.WorkspaceID, other.ID, noon))
		if !fault.Is(taken, fault.Conflict) {
			t.Errorf("the domain of another connection: %v", taken)
		}
		identity := singlesignon.Identity{Issuer: c.Issuer, Subject: "1", Email: "Bob@acme.example", EmailVerified: true, FirstName: "Bob"}
		if person, _ := signOn(t, s, c, identity); person.UserID != bob.Account.ID || person.Linked || person.Member || person.Verified {
			t.Errorf("the person is %+v", person)
		}
		if got, err := s.Account(t.Context(), bob.Account.ID); err != nil || got.PasswordHash != "" || got.EmailVerifiedAt.IsZero() {
			t.Errorf("the account is %+v, %v", got, err)
		}
		identity.Email = "robert@acme.example"
		if person, _ := signOn(t, s, c, identity); person.UserID != bob.Account.ID || !person.Linked || !person.Member || !person.Verified {
			t.Errorf("the linked person is %+v", person)
		}
		if m, err := s.Membership(t.Context(), bob.Account.ID, "ses_other", ada.Workspace.ID); err != nil || !m.NeedsSignOn || m.Role != access.Viewer {
			t.Errorf("the membership is %+v, %v", m, err)
		}
		if m, err := s.Membership(t.Context(), bob.Account.ID, "ses_other", ""); err != nil || m.NeedsSignOn || m.WorkspaceID != bob.Workspace.ID {
			t.Errorf("the first membership is %+v, %v", m, err)
		}
		if err := s.DeleteConnection(t.Context(), c.ID, happened(event.SingleSignOnDeleted, c.WorkspaceID, c.ID, noon)); err != nil {
			t.Fatal(err)
		}
		if m, err := s.Membership(t.Context(), bob.Account.ID, "ses_other", ada.Workspace.ID); err != nil || m.NeedsSignOn {
			t.Errorf("the membership without a connection is %+v, %v", m, err)
		}
	})
}

func TestStore_SingleSignOnLoginsAreRedeemedOnce(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		c := connect(t, s, register(t, s, "ada@example.com"), "acme.example")
		browser := ident.NewSecret("").Hash
		login := singlesignon.Login{Browser: browser, ConnectionID: c.ID, ExpiresAt: noon.Add(time.Minute)}
		if err := s.InsertLogin(t.Context(), login, noon); err != nil {
			t.Fatal(err)
		}
		for name, redeem := range map[string]func() error{
			"of another connection": func() error { return s.RedeemLogin(t.Context(), browser, "sso_other", noon) },
			"expired":               func() error { return s.RedeemLogin(t.Context(), browser, c.ID, noon.Add(time.Minute)) },
		} {
			if err := redeem(); !fault.Is(err, fault.NotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := s.RedeemLogin(t.Context(), browser, c.ID, noon); err != nil {
			t.Fatal(err)
		}
		if err := s.RedeemLogin(t.Context(), browser, c.ID, noon); !fault.Is(err, fault.NotFound) {
			t.Errorf("redeemed: %v", err)
		}
	})
}
