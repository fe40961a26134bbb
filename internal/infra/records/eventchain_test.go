package records_test

import (
	"fmt"
	"strings"
	"testing"

	"linnet/internal/core/account"
	"linnet/internal/core/audit"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// noteEvents stores n events about one tag in transactions of their own.
func noteEvents(t *testing.T, s *records.Store, n int) {
	t.Helper()
	for i := range n {
		by := event.Actor{Kind: event.User, ID: "usr_1", AddressPrefix: "203.0.113.0/24"}
		change := event.Created(event.Label{Kind: "tag", Name: fmt.Sprintf("Größe %d", i)})
		if err := s.Note(t.Context(), event.New(by, event.LabelCreated, "wsp_1", "tag_1", change, testkit.Day())); err != nil {
			t.Fatal(err)
		}
	}
}

func verify(t *testing.T, s *records.Store, anchors ...audit.Anchor) audit.Report {
	t.Helper()
	report, err := audit.Verify(t.Context(), s, anchors...)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func wantIntact(t *testing.T, r audit.Report, events, erased int) {
	t.Helper()
	if r.Problem != nil || r.Events != events || r.Erased != erased || r.Head.Sequence == 0 {
		t.Errorf("report %+v with problem %+v, want %d events, %d erased", r, r.Problem, events, erased)
	}
}

func TestVerify_NamesTheFirstEventThatWasTamperedWith(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	for name, c := range map[string]struct {
		statement string
		sequence  int64
		message   string
	}{
		"changed data":      {`UPDATE events SET data = '{}' WHERE seq = 3`, 3, "content of the event was changed"},
		"changed label":     {`UPDATE events SET subject_label = 'Other' WHERE seq = 3`, 3, "content of the event was changed"},
		"changed network":   {`UPDATE events SET address_prefix = '' WHERE seq = 3`, 3, "content of the event was changed"},
		"changed actor":     {`UPDATE events SET actor_id = 'usr_2' WHERE seq = 4`, 4, "changed or inserted"},
		"changed time":      {`UPDATE events SET at = at + 1 WHERE seq = 1`, 1, "changed or inserted"},
		"removed":           {`DELETE FROM events WHERE seq = 2`, 2, "removed"},
		"removed first":     {`DELETE FROM events WHERE seq = 1`, 1, "removed"},
		"removed last":      {`DELETE FROM events WHERE seq = 5`, 5, "removed at the end"},
		"removed and moved": {`UPDATE events SET seq = 0 WHERE seq = 5`, 0, "inserted"},
		"erased": {
			`UPDATE events SET data = '', subject_label = '', address_prefix = '', salt = '' WHERE seq = 2`, 2, "erased without a reason",
		},
		"erased in part": {`UPDATE events SET data = '', salt = '' WHERE seq = 2`, 2, "content of the event was changed"},
		"inserted at the end": {
			`INSERT INTO events (seq, id, workspace_id, actor_id, kind, subject_id, data, at, salt, digest, hash)
			SELECT 9, 'evt_x', workspace_id, actor_id, kind, subject_id, data, at, salt, digest, hash FROM events WHERE seq = 2`, 9, "inserted",
		},
		"inserted": {
			`INSERT INTO events (seq, id, workspace_id, actor_id, kind, subject_id, data, at, salt, digest, hash)
			SELECT 0, 'evt_x', workspace_id, actor_id, kind, subject_id, data, at, salt, digest, hash FROM events WHERE seq = 2`, 0, "inserted",
		},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				noteEvents(t, s, 5)
				wantIntact(t, verify(t, s), 5, 0)
				if err := s.Exec(t.Context(), c.statement); err != nil {
					t.Fatal(err)
				}
				p := verify(t, s).Problem
				if p == nil || p.Sequence != c.sequence || !strings.Contains(p.Message, c.message) {
					t.Errorf("problem %+v, want %d: %s", p, c.sequence, c.message)
				}
			})
		})
	}
}

// A program with write access to the database can compute a new chain. Only a head that was
// written down outside shows it.
func TestVerify_AnchorShowsARewrittenChain(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		noteEvents(t, s, 3)
		anchor := verify(t, s).Head
		noteEvents(t, s, 2)
		wantIntact(t, verify(t, s, anchor), 5, 0)
		for _, statement := range []string{
			`DELETE FROM events WHERE seq = 2`,
			`UPDATE event_sequence SET chained = 0, head = ''`, // chains all events again
		} {
			if err := s.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		noteEvents(t, s, 1)
		wantIntact(t, verify(t, s), 5, 0)
		if p := verify(t, s, anchor).Problem; p == nil || p.Sequence != anchor.Sequence {
			t.Errorf("problem %+v, want %d", p, anchor.Sequence)
		}
	})
}

func TestVerify_AcceptsTrimmedVersionsAndPurgedWorkspaces(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r := register(t, s, "ada@example.com")
		workspaceID := r.Workspace.ID
		for i := range int64(link.MaxVersions + 5) {
			snapshot := link.Snapshot{Domain: "go", Aliases: []string{"spring"}, Version: i}
			e := event.New(event.Actor{Kind: event.User, ID: r.Account.ID}, event.LinkUpdated, workspaceID, "lnk_1", snapshot, noon)
			if err := s.Note(t.Context(), e); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.TrimVersions(t.Context(), "lnk_1", link.MaxVersions); err != nil {
			t.Fatal(err)
		}
		before := verify(t, s)
		// The sign-up, and that the first account is an operator: for the install and for its workspace.
		wantIntact(t, before, link.MaxVersions+8, 5)
		if versions, err := s.EventsOf(t.Context(), workspaceID, "lnk_1", 500); err != nil || len(versions) != link.MaxVersions {
			t.Errorf("%d versions, %v", len(versions), err)
		}
		if err := s.Exec(t.Context(), `UPDATE workspaces SET deleted_at = 1 WHERE id = $1`, workspaceID); err != nil {
			t.Fatal(err)
		}
		if err := s.PurgeWorkspace(t.Context(), workspaceID, event.New(event.Actor{}, event.WorkspacePurged, "", workspaceID, event.None{}, noon)); err != nil {
			t.Fatal(err)
		}
		after := verify(t, s)
		wantIntact(t, after, before.Events+1, before.Events-1) // that of the install stays
		left, err := s.ChainedEvents(t.Context(), 0, 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range left {
			if e.WorkspaceID == workspaceID && len(e.Data)+len(e.Label)+len(e.Actor.AddressPrefix) > 0 {
				t.Errorf("event %d has content: %s", e.Seq, e.Data)
			}
		}
	})
}

func TestUpgrade_ChainsEarlierEvents(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := upgraded(t, engine, 40, `
				INSERT INTO events (seq, id, workspace_id, actor_kind, actor_id, kind, subject_id, data, at) VALUES
				(1, 'evt_a', 'wsp_1', 'user', 'usr_1', 'label.created', 'tag_1', '{"after":{"kind":"tag","name":"Spring"}}', 1000),
				(4, 'evt_b', 'wsp_1', 'user', 'usr_1', 'link.updated', 'lnk_1', '{"domain":"go","aliases":["a"]}', 2000)`,
				`UPDATE event_sequence SET last = 4`)
			noteEvents(t, s, 1)
			wantIntact(t, verify(t, s), 3, 0)
			found, _, err := s.AuditRecords(t.Context(), "wsp_1", audit.Query{Kinds: event.Listed(""), Limit: 10})
			if err != nil || len(found) != 3 || found[1].Label != "go/a" || found[2].Label != "Spring" {
				t.Errorf("%+v, %v", found, err)
			}
		})
	}
}

func TestStore_CopiesAccountEventsToTheWorkspacesOfTheUser(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r := register(t, s, "ada@example.com")
		login(t, s, sessionOf(r.Account.ID, "phone", noon))
		q := audit.Query{Filter: audit.Filter{Actor: r.Account.ID}, Kinds: event.Listed("user.logged_in"), Limit: 10}
		found, more, err := s.AuditRecords(t.Context(), r.Workspace.ID, q)
		if err != nil || more || len(found) != 1 || found[0].SubjectID != r.Account.ID {
			t.Errorf("%+v, %v, %v", found, more, err)
		}
	})
}

func TestStore_DeletedAccountErasesItsEvents(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		r := register(t, s, "ada@example.com")
		login(t, s, sessionOf(r.Account.ID, "phone", noon))
		by := event.Actor{Kind: event.User, ID: r.Account.ID, AddressPrefix: "203.0.113.0/24"}
		err := s.DeleteAccount(t.Context(), account.Deletion{
			UserID: r.Account.ID,
			Event: func(kind event.Kind, workspaceID, subjectID string) event.Event {
				return event.New(by, kind, workspaceID, subjectID, event.None{}, noon)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if report := verify(t, s); report.Problem != nil || report.Erased < 2 {
			t.Errorf("report %+v with problem %+v", report, report.Problem)
		}
	})
}
