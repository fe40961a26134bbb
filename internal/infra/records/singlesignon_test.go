package records_test

import (
	"slices"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
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
		Joined: happened(event.MemberJoined, c.WorkspaceID, "", noon),
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
		bobs := singlesignon.Person{UserID: bob.Account.ID, Own: true}
		if person, _ := signOn(t, s, c, identity); person != bobs {
			t.Errorf("the person is %+v", person)
		}
		if got, err := s.Account(t.Context(), bob.Account.ID); err != nil || got.PasswordHash == "" || got.EmailVerifiedAt.IsZero() {
			t.Errorf("the account is %+v, %v", got, err)
		}
		identity.Email = "robert@acme.example"
		bobs.Linked, bobs.Known = true, true
		if person, _ := signOn(t, s, c, identity); person != bobs {
			t.Errorf("the linked person is %+v", person)
		}
		want := []singlesignon.LinkedIdentity{{
			ConnectionID: c.ID, WorkspaceID: ada.Workspace.ID, WorkspaceName: ada.Workspace.Name, Issuer: c.Issuer,
			Email: "robert@acme.example", LinkedAt: noon, LastUsedAt: noon,
		}}
		if got, err := s.Identities(t.Context(), bob.Account.ID); err != nil || !slices.Equal(got, want) {
			t.Errorf("the identities are %+v, %v", got, err)
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

// signedOn stores a session that began with a connection; a zero authenticated
// confines it.
func signedOn(t *testing.T, s *records.Store, userID, connectionID string, authenticated time.Time) account.NewSession {
	t.Helper()
	n := account.NewSession{
		Session: account.Session{
			ID: ident.New(ident.Session), UserID: userID, DeviceID: ident.New("dev"), CreatedAt: noon, LastSeenAt: noon,
			ExpiresAt: noon.Add(time.Hour), AuthenticatedAt: authenticated, SingleSignOnID: connectionID,
		},
		Secret: ident.NewSecret("").Hash,
	}
	if _, err := s.InsertSession(t.Context(), n, happened(event.UserLoggedIn, "", n.ID, noon)); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestStore_EndsConfinedSessions compares the ways in which an identity ends: the
// confined sessions that it began end with it, and confirmed ones stay.
func TestStore_EndsConfinedSessions(t *testing.T) {
	t.Parallel()
	type world struct {
		*records.Store
		userID, workspaceID string
		c                   singlesignon.Connection
	}
	for name, end := range map[string]func(*testing.T, world) error{
		"the user disconnects it": func(t *testing.T, w world) error {
			return w.Disconnect(t.Context(), singlesignon.Disconnection{
				UserID: w.userID, ConnectionID: w.c.ID, Event: happened(event.UserSSOUnlinked, "", w.userID, noon),
				Mail: queue.NewTask{Kind: "none", Key: "unlinked"},
			})
		},
		"the connection is deleted": func(t *testing.T, w world) error {
			return w.DeleteConnection(t.Context(), w.c.ID, happened(event.SingleSignOnDeleted, w.workspaceID, w.c.ID, noon))
		},
		"the member is removed": func(t *testing.T, w world) error {
			m, err := w.Member(t.Context(), w.workspaceID, w.userID)
			if err != nil {
				return err
			}
			return w.RemoveMember(t.Context(), m, happened(event.MemberRemoved, w.workspaceID, w.userID, noon))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				ada, bob := register(t, s, "ada@example.com"), register(t, s, "bob@acme.example")
				c := connect(t, s, ada, "acme.example")
				signOn(t, s, c, singlesignon.Identity{Issuer: c.Issuer, Subject: "1", Email: "bob@acme.example", EmailVerified: true})
				confined := signedOn(t, s, bob.Account.ID, c.ID, time.Time{})
				confirmed := signedOn(t, s, bob.Account.ID, c.ID, noon)
				if _, err := s.SessionBySecret(t.Context(), confined.Secret); err != nil {
					t.Fatal(err)
				}
				if err := end(t, world{s, bob.Account.ID, ada.Workspace.ID, c}); err != nil {
					t.Fatal(err)
				}
				if _, err := s.SessionBySecret(t.Context(), confined.Secret); !fault.Is(err, fault.NotFound) {
					t.Errorf("the confined session: %v", err)
				}
				if got, err := s.SessionBySecret(t.Context(), confirmed.Secret); err != nil || got.ConfinedTo() != "" {
					t.Errorf("the confirmed session is %+v, %v", got, err)
				}
				if got, err := s.Identities(t.Context(), bob.Account.ID); err != nil || len(got) != 0 {
					t.Errorf("the identities are %+v, %v", got, err)
				}
				if known, err := s.KnownDevice(t.Context(), "bob@acme.example", confirmed.DeviceID, noon); err != nil || !known {
					t.Errorf("the device of the confirmed session is known: %v, %v", known, err)
				}
			})
		})
	}
}

// TestStore_ConfinedSessionsMakeNoDeviceKnown guards the limits of wrong passwords: a
// known device has a limit of its own.
func TestStore_ConfinedSessionsMakeNoDeviceKnown(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		bob := register(t, s, "bob@acme.example")
		confined := signedOn(t, s, bob.Account.ID, "sso_0000000000001", time.Time{})
		if known, err := s.KnownDevice(t.Context(), "bob@acme.example", confined.DeviceID, noon); err != nil || known {
			t.Errorf("known: %v, %v", known, err)
		}
	})
}

// TestStore_DisconnectedMembersStayBound lets an enforced connection bind a member who
// has disconnected it and whose address is of another domain.
func TestStore_DisconnectedMembersStayBound(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob := register(t, s, "ada@example.com"), register(t, s, "bob@elsewhere.example")
		c := connect(t, s, ada, "acme.example")
		identity := singlesignon.Identity{Issuer: c.Issuer, Subject: "1", Email: "bob@elsewhere.example", EmailVerified: true}
		signOn(t, s, c, identity)
		err := s.DeleteOtherSessions(t.Context(), bob.Account.ID, "",
			&account.Disconnection{Event: happened(event.UserSSOUnlinked, "", bob.Account.ID, noon)}, happened(event.OtherSessionsRevoked, "", bob.Account.ID, noon))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := s.Identities(t.Context(), bob.Account.ID); err != nil || len(got) != 0 {
			t.Errorf("the identities are %+v, %v", got, err)
		}
		if m, err := s.Membership(t.Context(), bob.Account.ID, "ses_other", ada.Workspace.ID); err != nil || !m.NeedsSignOn {
			t.Errorf("the membership is %+v, %v", m, err)
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
