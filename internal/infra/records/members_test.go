package records_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/event"
	"linnet/internal/core/member"
	"linnet/internal/core/queue"
	"linnet/internal/core/workspace"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

var (
	_ member.Store    = (*records.Store)(nil)
	_ workspace.Store = (*records.Store)(nil)
)

// invite stores an invitation of a workspace's owner and returns it with its token.
func invite(t *testing.T, s *records.Store, to account.Registration, role access.Role, email string) (member.Invitation, ident.Secret) {
	t.Helper()
	secret := ident.NewSecret("")
	n := newInvitation(to, role, email, secret)
	if err := s.InsertInvitation(t.Context(), n); err != nil {
		t.Fatal(err)
	}
	return n.Invitation, secret
}

func newInvitation(to account.Registration, role access.Role, email string, secret ident.Secret) member.NewInvitation {
	i := member.Invitation{
		ID: ident.New(ident.Invitation), WorkspaceID: to.Workspace.ID, Email: email, Role: role, InvitedBy: to.Account.ID,
		CreatedAt: noon, ExpiresAt: noon.Add(time.Hour),
	}
	return member.NewInvitation{Invitation: i, Token: secret.Hash, Event: happened(event.InvitationCreated, i.WorkspaceID, i.ID, noon)}
}

func acceptance(i member.Invitation, userID string, at time.Time) member.Acceptance {
	return member.Acceptance{
		InvitationID: i.ID, UserID: userID,
		Joined:   happened(event.MemberJoined, i.WorkspaceID, userID, at),
		Accepted: happened(event.InvitationAccepted, i.WorkspaceID, i.ID, at),
	}
}

// join adds a user to a workspace with a role.
func join(t *testing.T, s *records.Store, to, user account.Registration, role access.Role) member.Member {
	t.Helper()
	i, _ := invite(t, s, to, role, "")
	if joined, err := s.AcceptInvitation(t.Context(), acceptance(i, user.Account.ID, noon)); err != nil || !joined {
		t.Fatalf("joined %t, %v", joined, err)
	}
	m, err := s.Member(t.Context(), to.Workspace.ID, user.Account.ID)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// inRole returns an edit that gives a member a role.
func inRole(role access.Role, e event.Event) func(*member.Member) ([]event.Event, error) {
	return func(m *member.Member) ([]event.Event, error) {
		m.Role = role
		return []event.Event{e}, nil
	}
}

func TestStore_MembersChangeRolesAndLeave(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob := register(t, s, "ada@example.com"), register(t, s, "bob@example.com")
		m := join(t, s, ada, bob, access.Viewer)
		changed := happened(event.MemberUpdated, ada.Workspace.ID, bob.Account.ID, noon)
		m, err := s.ChangeMember(t.Context(), m.WorkspaceID, m.UserID, inRole(access.Editor, changed))
		if err != nil || m.Role != access.Editor {
			t.Fatalf("%+v, %v", m, err)
		}
		if err := s.RemoveMember(t.Context(), m, happened(event.MemberRemoved, ada.Workspace.ID, bob.Account.ID, noon)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Membership(t.Context(), bob.Account.ID, "", ada.Workspace.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("a removed member: %v", err)
		}
		owner, err := s.Member(t.Context(), ada.Workspace.ID, ada.Account.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.RemoveMember(t.Context(), owner, changed); !fault.Is(err, fault.Conflict) {
			t.Errorf("the last owner left: %v", err)
		}
		if _, err := s.ChangeMember(t.Context(), owner.WorkspaceID, owner.UserID, inRole(access.Admin, changed)); !fault.Is(err, fault.Conflict) {
			t.Errorf("the last owner was demoted: %v", err)
		}
	})
}

func TestStore_ConcurrentDemotionsLeaveAnOwner(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob := register(t, s, "ada@example.com"), register(t, s, "bob@example.com")
		second := join(t, s, ada, bob, access.Owner)
		first, err := s.Member(t.Context(), ada.Workspace.ID, ada.Account.ID)
		if err != nil {
			t.Fatal(err)
		}
		var demoted atomic.Int32
		var wg sync.WaitGroup
		for _, m := range []member.Member{first, second} {
			wg.Go(func() {
				e := happened(event.MemberUpdated, m.WorkspaceID, m.UserID, noon)
				if _, err := s.ChangeMember(t.Context(), m.WorkspaceID, m.UserID, inRole(access.Viewer, e)); err == nil {
					demoted.Add(1)
				}
			})
		}
		wg.Wait()
		if demoted.Load() != 1 {
			t.Errorf("%d of two owners were demoted", demoted.Load())
		}
	})
}

func TestStore_OfConcurrentAcceptancesOneSucceeds(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob, eve := register(t, s, "ada@example.com"), register(t, s, "bob@example.com"), register(t, s, "eve@example.com")
		i, secret := invite(t, s, ada, access.Editor, "")
		var joined atomic.Int32
		var wg sync.WaitGroup
		for _, user := range []account.Registration{bob, eve} {
			wg.Go(func() {
				if ok, err := s.AcceptInvitation(t.Context(), acceptance(i, user.Account.ID, noon)); err == nil && ok {
					joined.Add(1)
				} else if !fault.Is(err, fault.Gone) {
					t.Errorf("the other acceptance: %v", err)
				}
			})
		}
		wg.Wait()
		if joined.Load() != 1 {
			t.Errorf("%d users joined with one invitation", joined.Load())
		}
		if got, err := s.InvitationByToken(t.Context(), secret.Hash); err != nil || !fault.Is(got.Err(noon), fault.Gone) {
			t.Errorf("the used invitation: %+v, %v", got, err)
		}
	})
}

func TestStore_AcceptInvitationChecksAddressAndLimit(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob, eve := register(t, s, "ada@example.com"), register(t, s, "bob@example.com"), register(t, s, "eve@example.com")
		i, _ := invite(t, s, ada, access.Viewer, "Bob@Example.com")
		if _, err := s.AcceptInvitation(t.Context(), acceptance(i, eve.Account.ID, noon)); !fault.Is(err, fault.Forbidden) {
			t.Errorf("another address: %v", err)
		}
		full := acceptance(i, bob.Account.ID, noon)
		full.MemberLimit = 1
		if _, err := s.AcceptInvitation(t.Context(), full); !fault.Is(err, fault.LimitReached) {
			t.Errorf("a full workspace: %v", err)
		}
		if _, err := s.AcceptInvitation(t.Context(), acceptance(i, bob.Account.ID, noon.Add(time.Hour))); !fault.Is(err, fault.Gone) {
			t.Errorf("an expired invitation: %v", err)
		}
		if joined, err := s.AcceptInvitation(t.Context(), acceptance(i, bob.Account.ID, noon)); err != nil || !joined {
			t.Errorf("the invited user: %t, %v", joined, err)
		}
	})
}

func TestStore_InsertInvitationEnforcesBounds(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob := register(t, s, "ada@example.com"), register(t, s, "bob@example.com")
		join(t, s, ada, bob, access.Viewer)
		invite(t, s, ada, access.Viewer, "eve@example.com")
		for name, c := range map[string]struct {
			email  string
			bounds member.Bounds
			want   fault.Code
		}{
			"address of a member":     {"BOB@example.com", member.Bounds{}, fault.Conflict},
			"address that is pending": {"Eve@example.com", member.Bounds{}, fault.Conflict},
			"members of the plan":     {"", member.Bounds{Members: 3}, fault.LimitReached},
			"pending invitations":     {"", member.Bounds{Pending: 1}, fault.LimitReached},
			"invitations a day":       {"", member.Bounds{PerDay: 2}, fault.RateLimited},
			"invitations of a user":   {"", member.Bounds{PerUser: 2}, fault.RateLimited},
			"room for one more":       {"", member.Bounds{Members: 4, Pending: 2, PerDay: 3, PerUser: 3, PerAddress: 1}, ""},
		} {
			n := newInvitation(ada, access.Viewer, c.email, ident.NewSecret(""))
			n.Bounds = c.bounds
			if err := s.InsertInvitation(t.Context(), n); fault.CodeOf(err) != c.want {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
			if c.want == "" {
				if err := s.RevokeInvitation(t.Context(), n.ID, happened(event.InvitationRevoked, n.WorkspaceID, n.ID, noon)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}

func TestStore_InsertInvitationAddsItsMail(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada := register(t, s, "ada@example.com")
		n := newInvitation(ada, access.Viewer, "bob@example.com", ident.NewSecret(""))
		n.Mail = &queue.NewTask{Kind: "mail", Key: "mail_1", Due: noon}
		if err := s.InsertInvitation(t.Context(), n); err != nil {
			t.Fatal(err)
		}
		n = newInvitation(ada, access.Viewer, "bob@example.com", ident.NewSecret(""))
		n.Mail = &queue.NewTask{Kind: "mail", Key: "mail_2", Due: noon}
		if err := s.InsertInvitation(t.Context(), n); !fault.Is(err, fault.Conflict) {
			t.Fatalf("a second one: %v", err)
		}
		if due, err := s.TasksDue(t.Context(), "mail", noon); err != nil || due != 1 {
			t.Errorf("%d mails, %v", due, err)
		}
	})
}

func TestStore_InvitationAdmitsOneSignup(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada := register(t, s, "ada@example.com")
		_, secret := invite(t, s, ada, access.Viewer, "bob@example.com")
		signUp := func(email string, code ident.Secret) error {
			r := registration(email, noon)
			r.Code = &code.Hash
			return s.InsertAccount(t.Context(), r, happened(event.UserSignedUp, r.Workspace.ID, r.Account.ID, noon))
		}
		if err := signUp("eve@example.com", secret); !fault.Is(err, fault.SignupClosed) {
			t.Errorf("another address: %v", err)
		}
		if err := signUp("bob@example.com", secret); err != nil {
			t.Errorf("the invited address: %v", err)
		}
		_, open := invite(t, s, ada, access.Viewer, "")
		if err := signUp("eve@example.com", open); err != nil {
			t.Errorf("an invitation without an address: %v", err)
		}
		if err := signUp("mallory@example.com", open); !fault.Is(err, fault.SignupClosed) {
			t.Errorf("a second sign-up: %v", err)
		}
	})
}

func TestStore_DeletedWorkspaceIsRestoredOrPurged(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		actor := testkit.Owner(t, s)
		first := happened(event.WorkspaceDeleted, actor.WorkspaceID, actor.WorkspaceID, noon)
		if err := s.DeleteWorkspace(t.Context(), actor.WorkspaceID, actor.UserID, first); !fault.Is(err, fault.Conflict) {
			t.Errorf("the only workspace was deleted: %v", err)
		}
		second := workspace.Named("Second", "UTC", noon)
		created := happened(event.WorkspaceCreated, second.ID, second.ID, noon)
		if err := s.InsertWorkspace(t.Context(), second, actor.UserID, workspace.Bounds{Owned: 1, Free: 1}, created); !fault.Is(err, fault.LimitReached) {
			t.Errorf("more workspaces than the limit: %v", err)
		}
		if err := s.InsertWorkspace(t.Context(), second, actor.UserID, workspace.Bounds{Owned: 2, Free: 2}, created); err != nil {
			t.Fatal(err)
		}
		deleted := happened(event.WorkspaceDeleted, second.ID, second.ID, noon)
		if err := s.DeleteWorkspace(t.Context(), second.ID, actor.UserID, deleted); err != nil {
			t.Fatal(err)
		}
		if own, err := s.Workspaces(t.Context(), actor.UserID); err != nil || len(own) != 1 {
			t.Errorf("workspaces %v, %v", own, err)
		}
		if own, err := s.DeletedWorkspaces(t.Context(), actor.UserID, noon.Add(-time.Hour)); err != nil || len(own) != 1 {
			t.Errorf("deleted workspaces %v, %v", own, err)
		}
		restored := happened(event.WorkspaceUndeleted, second.ID, second.ID, noon)
		if err := s.RestoreWorkspace(t.Context(), second.ID, noon, restored); !fault.Is(err, fault.NotFound) {
			t.Errorf("restored after the grace period: %v", err)
		}
		if err := s.RestoreWorkspace(t.Context(), second.ID, noon.Add(-time.Hour), restored); err != nil {
			t.Fatal(err)
		}
		purged := happened(event.WorkspacePurged, "", second.ID, noon)
		if err := s.PurgeWorkspace(t.Context(), second.ID, purged); !fault.Is(err, fault.NotFound) {
			t.Errorf("a workspace in use was purged: %v", err)
		}
		again := happened(event.WorkspaceDeleted, second.ID, second.ID, noon)
		if err := s.DeleteWorkspace(t.Context(), second.ID, actor.UserID, again); err != nil {
			t.Fatal(err)
		}
		ids, err := s.DeletedBefore(t.Context(), noon.Add(time.Minute), 10)
		if err != nil || len(ids) != 1 {
			t.Fatalf("deleted before: %v, %v", ids, err)
		}
		if err := s.PurgeWorkspace(t.Context(), second.ID, purged); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Workspace(t.Context(), second.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("the purged workspace: %v", err)
		}
	})
}
