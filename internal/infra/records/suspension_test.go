package records_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/account"
	"linnet/internal/core/domain"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/member"
	"linnet/internal/core/operator"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// suspensions is a store with workspaces whose links are called as their owners, and one
// more workspace.
type suspensions struct {
	t     *testing.T
	store *records.Store
	on    domain.Domain
	links map[string]string // workspaces by alias
}

func (s *suspensions) user(name string) account.Registration {
	s.t.Helper()
	r := register(s.t, s.store, name+"@example.com")
	putLink(s.t, s.store, access.Actor{WorkspaceID: r.Workspace.ID, UserID: r.Account.ID}, func(*link.Link) {}, name)
	s.links[name] = r.Workspace.ID
	return r
}

func (s *suspensions) setUser(r account.Registration, suspend bool) []string {
	s.t.Helper()
	changed, err := s.store.SetUserSuspended(s.t.Context(), r.Account.ID, suspend, happened(event.UserSuspended, "", r.Account.ID, noon))
	if err != nil {
		s.t.Fatal(err)
	}
	return changed
}

func (s *suspensions) setWorkspace(r account.Registration, suspend bool) error {
	return s.store.SetWorkspaceSuspended(s.t.Context(), r.Workspace.ID, suspend, happened(event.WorkspaceSuspended, r.Workspace.ID, r.Workspace.ID, noon))
}

// want fails unless exactly the workspaces of some users are suspended, for each kind of
// reader.
func (s *suspensions) want(when string, names ...string) {
	s.t.Helper()
	listed, err := s.store.ListWorkspaces(s.t.Context(), operator.Query{State: operator.Suspended, Limit: 50})
	if err != nil {
		s.t.Fatal(err)
	}
	open, err := s.store.ListWorkspaces(s.t.Context(), operator.Query{State: operator.Active, Limit: 50})
	if err != nil {
		s.t.Fatal(err)
	}
	counts, err := s.store.InstallCounts(s.t.Context())
	if err != nil || counts.SuspendedWorkspaces != len(names) || listed.Total != len(names) || open.Total != len(s.links)+1-len(names) {
		s.t.Errorf("%s: counted %d, listed %d and %d as open, %v; want %d", when, counts.SuspendedWorkspaces, listed.Total, open.Total, err, len(names))
	}
	for name, workspaceID := range s.links {
		want := slices.Contains(names, name)
		target, err := s.store.Target(s.t.Context(), s.on.ID, []string{name})
		if err != nil || target.Suspended != want {
			s.t.Errorf("%s: the link of %s is suspended: %t, %v; want %t", when, name, target.Suspended, err, want)
		}
		isListed := slices.ContainsFunc(listed.Items, func(w operator.Workspace) bool { return w.ID == workspaceID && w.Suspended })
		if isListed != want {
			s.t.Errorf("%s: the workspace of %s is listed as suspended: %t, want %t", when, name, isListed, want)
		}
	}
}

func TestSuspension_RestoringAUserLiftsNoOther(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, store *records.Store) {
		testkit.Owner(t, store) // creates the default domain
		on, err := store.DomainByHost(t.Context(), testkit.Host)
		if err != nil {
			t.Fatal(err)
		}
		s := &suspensions{t: t, store: store, on: on, links: map[string]string{}}
		ada, bob := s.user("ada"), s.user("bob")
		join(t, store, ada, bob, access.Owner)

		first := s.setUser(ada, true)
		s.want("Ada is suspended", "ada")
		second := s.setUser(bob, true)
		s.want("both are suspended", "ada", "bob")
		if m, err := store.Membership(t.Context(), bob.Account.ID, "", ada.Workspace.ID); err != nil || !m.Suspended {
			t.Errorf("the membership %+v, %v", m, err)
		}
		restored := s.setUser(ada, false)
		s.want("Ada is restored, Bob is not", "ada", "bob")
		if err := s.setWorkspace(ada, false); !fault.Is(err, fault.Conflict) {
			t.Errorf("restored beside a suspended owner: %v", err)
		}
		last := s.setUser(bob, false)
		s.want("both are restored")
		both := []string{ada.Workspace.ID, bob.Workspace.ID}
		slices.Sort(both)
		if diff := cmp.Diff([][]string{{ada.Workspace.ID}, {bob.Workspace.ID}, {}, both}, [][]string{first, second, restored, last}); diff != "" {
			t.Error(diff)
		}

		if err := s.setWorkspace(ada, true); err != nil {
			t.Fatal(err)
		}
		s.setUser(ada, true)
		if changed := s.setUser(ada, false); len(changed) != 0 {
			t.Errorf("restored %v", changed)
		}
		s.want("the workspace was suspended itself", "ada")
		if err := s.setWorkspace(ada, false); err != nil {
			t.Fatal(err)
		}
		s.want("everything is restored")
	})
}

func TestSuspension_ASuspendedUserDoesNotBecomeAnOwner(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, store *records.Store) {
		ada, bob := register(t, store, "ada@example.com"), register(t, store, "bob@example.com")
		m := join(t, store, ada, bob, access.Viewer)
		if _, err := store.SetUserSuspended(t.Context(), bob.Account.ID, true, happened(event.UserSuspended, "", bob.Account.ID, noon)); err != nil {
			t.Fatal(err)
		}
		e := happened(event.MemberUpdated, ada.Workspace.ID, bob.Account.ID, noon)
		if _, err := store.ChangeMember(t.Context(), m.WorkspaceID, m.UserID, inRole(access.Owner, e)); err == nil || err.Error() != member.ErrSuspended().Error() {
			t.Errorf("a role: %v", err)
		}
		owner, err := store.Member(t.Context(), ada.Workspace.ID, ada.Account.ID)
		if err != nil {
			t.Fatal(err)
		}
		if err := store.TransferOwnership(t.Context(), owner, m, e); err == nil || err.Error() != member.ErrSuspended().Error() {
			t.Errorf("a transfer: %v", err)
		}
	})
}

// TestSuspension_IsDerivedByEveryReader fails for a query that reads the column of a
// workspace and ignores its owners.
func TestSuspension_IsDerivedByEveryReader(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 50 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "w."+"suspended_at") && file != "suspension.go" {
			t.Errorf("%s: use workspaceSuspended or workspaceClosed", file)
		}
	}
}

func TestUpgrade_DerivesSuspensions(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := upgraded(t, engine, 65,
				`INSERT INTO users (id, email, email_folded, first_name, last_name, country, country_code, phone_number, password_hash,
					created_at, updated_at, suspended_at)
				VALUES ('usr_1', 'a@example.com', 'a@example.com', 'A', 'B', 'GB', '+44', '1', '', 1, 1, 5000)`,
				`INSERT INTO workspaces (id, name, plan, created_at, updated_at, suspended_at) VALUES
					('wsp_user', 'w', 'FREE', 1, 1, 5000), ('wsp_own', 'w', 'FREE', 1, 1, 4000), ('wsp_other', 'w', 'FREE', 1, 1, 5000)`,
				`INSERT INTO members (workspace_id, user_id, role, created_at) VALUES
					('wsp_user', 'usr_1', 'owner', 1), ('wsp_own', 'usr_1', 'owner', 1), ('wsp_other', 'usr_1', 'admin', 1)`)
			changed, err := s.SetUserSuspended(t.Context(), "usr_1", false, happened(event.UserRestored, "", "usr_1", noon.Add(time.Hour)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"wsp_user"}, changed); diff != "" {
				t.Error(diff)
			}
			if counts, err := s.InstallCounts(t.Context()); err != nil || counts.SuspendedWorkspaces != 2 {
				t.Errorf("%+v, %v", counts, err)
			}
		})
	}
}
