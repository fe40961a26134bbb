package records_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/core/access"
	"linnet/internal/core/audit"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/core/plan"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// storages are the limits of the storage by workspace.
type storages map[string]int64

func (s storages) limits(_ context.Context, workspaceID string) (plan.Limits, error) {
	return plan.Limits{Storage: s[workspaceID]}, nil
}

func trimmer(store audit.Store, limits storages) *audit.Trimmer {
	return audit.NewTrimmer(audit.TrimmerDeps{Store: store, Limits: limits.limits, Clock: clock.NewManual(noon)})
}

func trim(t *testing.T, s *records.Store, limits storages) {
	t.Helper()
	if err := trimmer(s, limits).Trim(t.Context()); err != nil {
		t.Fatal(err)
	}
}

const contentSize = 64 << 10 // of an event of largeEvents

// largeEvents stores n events of a kind, and returns the sequence number of the last.
func largeEvents(t *testing.T, s *records.Store, kind event.Kind, workspaceID string, n int) int64 {
	t.Helper()
	for range n {
		change := event.Change[map[string]any]{After: &map[string]any{"text": strings.Repeat("a", contentSize)}}
		e := event.New(event.Actor{Kind: event.User, ID: "usr_1"}, kind, workspaceID, "sub_1", change, noon)
		if err := s.Note(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	seq, _, err := s.ChainHead(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

// erasedOf returns the sequence numbers of the workspace's erased events, and the reasons.
func erasedOf(t *testing.T, s *records.Store, workspaceID string) (erased []int64, reasons []event.AuditTrim) {
	t.Helper()
	for after := int64(0); ; {
		events, err := s.ChainedEvents(t.Context(), after, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(events) == 0 {
			return erased, reasons
		}
		for _, e := range events {
			after = e.Seq
			switch {
			case e.WorkspaceID != workspaceID:
			case e.Erased():
				erased = append(erased, e.Seq)
			case e.Kind == event.AuditTrimmed:
				reason, err := event.Decode[event.AuditTrim](e.Event)
				if err != nil {
					t.Fatal(err)
				}
				reasons = append(reasons, reason)
			}
		}
	}
}

func wantProblem(t *testing.T, s *records.Store, sequence int64) {
	t.Helper()
	p := verify(t, s).Problem
	if p == nil || p.Sequence != sequence || !strings.Contains(p.Message, "erased without a reason") {
		t.Errorf("problem %+v, want %d: erased without a reason", p, sequence)
	}
}

func erase(t *testing.T, s *records.Store, seq int64) {
	t.Helper()
	if err := s.Exec(t.Context(), `UPDATE events SET data = '', subject_label = '', address_prefix = '', salt = '' WHERE seq = $1`, seq); err != nil {
		t.Fatal(err)
	}
}

func TestTrimmer_ErasesTheOldestContentsBeyondTheLimit(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada, bob := register(t, s, "ada@example.com").Workspace.ID, register(t, s, "bob@example.com").Workspace.ID
		limits := storages{ada: 2 << 20}
		largeEvents(t, s, event.LinkUpdated, ada, 40) // versions do not count
		largeEvents(t, s, event.BioPageUpdated, ada, 30)
		largeEvents(t, s, event.BioPageUpdated, bob, 40) // no limit
		trim(t, s, limits)
		if erased, reasons := erasedOf(t, s, ada); erased != nil || reasons != nil {
			t.Fatalf("erased %v for %v below the limit", erased, reasons)
		}
		largeEvents(t, s, event.ConventionsUpdated, ada, 3)
		trim(t, s, limits)

		erased, reasons := erasedOf(t, s, ada)
		if len(reasons) != 1 || reasons[0].Events != len(erased) || erased[len(erased)-1] != reasons[0].Through {
			t.Fatalf("erased %v for %+v, want one reason for all", erased, reasons)
		}
		left := 33*contentSize - reasons[0].Bytes
		if target := int64(2<<20) / 10 * 9; left > target+2*1024 || left < target-contentSize-2*1024 {
			t.Errorf("%d bytes are left, want just below %d", left, target)
		}
		report := verify(t, s)
		if report.Problem != nil || report.Erased != len(erased) {
			t.Errorf("report %+v with problem %+v, want %d erased", report, report.Problem, len(erased))
		}
		if erased, _ := erasedOf(t, s, bob); erased != nil {
			t.Errorf("erased %v of a workspace without a limit", erased)
		}
		page, err := audit.New(s, clock.NewManual(noon)).List(t.Context(), access.Actor{UserID: "usr_1", WorkspaceID: ada, Role: access.Owner}, audit.Filter{Action: "audit"}, 0, 10)
		if err != nil || len(page.Entries) != 1 || !strings.HasPrefix(page.Entries[0].Summary, "erased the details of ") {
			t.Errorf("entries %+v, %v", page.Entries, err)
		}

	})
}

func TestVerify_FindsForgedErasuresBesideTrims(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	for _, forged := range []string{"newer than the trim", "of another workspace", "a version of a link", "the reason"} {
		t.Run(forged, func(t *testing.T) {
			testkit.Stores(t, func(t *testing.T, s *records.Store) {
				ada, bob := register(t, s, "ada@example.com").Workspace.ID, register(t, s, "bob@example.com").Workspace.ID
				seqs := map[string]int64{
					"a version of a link":  largeEvents(t, s, event.LinkUpdated, ada, 1),
					"of another workspace": largeEvents(t, s, event.BioPageUpdated, bob, 1),
				}
				seqs["newer than the trim"] = largeEvents(t, s, event.BioPageUpdated, ada, 20)
				trim(t, s, storages{ada: 1 << 20})
				var err error
				if seqs["the reason"], _, err = s.ChainHead(t.Context()); err != nil {
					t.Fatal(err)
				}
				if p := verify(t, s).Problem; p != nil {
					t.Fatalf("problem %+v before the forgery", p)
				}
				want := seqs[forged]
				erase(t, s, want)
				if forged == "the reason" { // nothing explains the trimmed contents
					erased, _ := erasedOf(t, s, ada)
					want = erased[0]
				}
				wantProblem(t, s, want)
			})
		})
	}
}

func TestVerify_AcceptsTheVersionsOfALinkWhoseReleaseWasTrimmed(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada := register(t, s, "ada@example.com").Workspace.ID
		version := largeEvents(t, s, event.LinkUpdated, ada, 1)
		e := event.New(event.Actor{}, event.AliasFreed, ada, "sub_1", link.Snapshot{Domain: "go", Aliases: []string{"a"}}, noon)
		if err := s.Note(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		erase(t, s, version)
		largeEvents(t, s, event.BioPageUpdated, ada, 20)
		trim(t, s, storages{ada: 1 << 20})
		if erased, _ := erasedOf(t, s, ada); len(erased) < 3 {
			t.Fatalf("erased %v, want the release too", erased)
		}
		if p := verify(t, s).Problem; p != nil {
			t.Errorf("problem %+v", p)
		}
	})
}

// interrupted stops after a batch of two events.
type interrupted struct {
	*records.Store
	batches int
}

var errInterrupted = errors.New("interrupted")

func (i *interrupted) TrimEvents(
	ctx context.Context, workspaceID string, target int64, _ int, e func(event.AuditTrim) event.Event,
) (bool, error) {
	if i.batches--; i.batches < 0 {
		return false, errInterrupted
	}
	return i.Store.TrimEvents(ctx, workspaceID, target, 2, e)
}

func TestTrimmer_ContinuesAfterAnInterruption(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada := register(t, s, "ada@example.com").Workspace.ID
		limits := storages{ada: 2 << 20}
		largeEvents(t, s, event.BioPageUpdated, ada, 33)
		if err := trimmer(&interrupted{s, 1}, limits).Trim(t.Context()); !errors.Is(err, errInterrupted) {
			t.Fatalf("%v, want an interruption", err)
		}
		half, _ := erasedOf(t, s, ada)
		if p := verify(t, s).Problem; p != nil || len(half) != 2 {
			t.Fatalf("problem %+v with %v erased", p, half)
		}
		if err := trimmer(&interrupted{s, 100}, limits).Trim(t.Context()); err != nil {
			t.Fatal(err)
		}
		erased, reasons := erasedOf(t, s, ada)
		events, bytes := 0, int64(0)
		for _, r := range reasons {
			events, bytes = events+r.Events, bytes+r.Bytes
		}
		if left := 33*contentSize - bytes; events != len(erased) || len(reasons) < 2 || left > (2<<20)/10*9 {
			t.Errorf("%d reasons for %d of %d erased events, %d bytes are left", len(reasons), events, len(erased), left)
		}
		if p := verify(t, s).Problem; p != nil {
			t.Errorf("problem %+v", p)
		}
		trim(t, s, limits)
		if again, _ := erasedOf(t, s, ada); len(again) != len(erased) {
			t.Errorf("erased %v at the target", again)
		}
	})
}

// Contents that were erased otherwise do not count: the figure is computed from the rows.
func TestTrimmer_RecountsBeforeItErases(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		ada := register(t, s, "ada@example.com").Workspace.ID
		last := largeEvents(t, s, event.BioPageUpdated, ada, 30)
		for more := true; more; {
			var err error
			if more, err = s.CountEventBytes(t.Context(), 7); err != nil {
				t.Fatal(err)
			}
		}
		counted := sizeOf(t, s, ada)
		if counted < 30*contentSize || counted > 31*contentSize {
			t.Fatalf("counted %d bytes in batches, want those of 30 events", counted)
		}
		for seq := last - 25; seq < last; seq++ {
			erase(t, s, seq)
		}
		trim(t, s, storages{ada: 1 << 20})
		if _, reasons := erasedOf(t, s, ada); reasons != nil {
			t.Errorf("erased %v, but the rest is below the limit", reasons)
		}
		if left := sizeOf(t, s, ada); left > 6*contentSize {
			t.Errorf("%d bytes are counted, want those of 5 events", left)
		}
	})
}

func sizeOf(t *testing.T, s *records.Store, workspaceID string) int64 {
	t.Helper()
	sizes, err := s.EventBytes(t.Context(), 0, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range sizes {
		if size.WorkspaceID == workspaceID {
			return size.Bytes
		}
	}
	return 0
}

func TestTrimmer_CountsEachEventOnceAcrossRestarts(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			o := records.Options{Dir: t.TempDir()}
			if engine == "postgres" {
				o.URL = testkit.Postgres(t)
			}
			var ada string
			var counted int64
			for start := range 3 {
				s, err := records.Open(t.Context(), o)
				if err != nil {
					t.Fatal(err)
				}
				if start == 0 {
					ada = register(t, s, "ada@example.com").Workspace.ID
					largeEvents(t, s, event.BioPageUpdated, ada, 20)
				}
				trim(t, s, storages{})
				switch size := sizeOf(t, s, ada); {
				case start == 0:
					counted = size
				case size != counted || size < 20*contentSize:
					t.Errorf("%d bytes after start %d, want %d", size, start, counted)
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}
