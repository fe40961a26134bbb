package audit

import (
	"context"
	"fmt"
	"math"

	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

// ChainStore reads the hash chain of all events.
type ChainStore interface {
	// ChainedEvents returns the events with a sequence number above after, in order.
	ChainedEvents(ctx context.Context, after int64, limit int) ([]event.Chained, error)
	// ChainHead returns the sequence number and the hash of the last event.
	ChainHead(ctx context.Context) (seq int64, hash string, err error)
}

// Anchor is the sequence number and the hash of an event, written down outside the
// database.
type Anchor struct {
	Sequence int64  `json:"sequence"`
	Hash     string `json:"hash"`
}

// Problem is the first difference between the events and their chain.
type Problem struct {
	Sequence int64  `json:"sequence"`
	ID       string `json:"id,omitempty"`
	Message  string `json:"message"`
}

// Report is the result of a verification.
type Report struct {
	Events  int      `json:"events"`
	Erased  int      `json:"erased"` // events without content: old link versions, purged workspaces, deleted accounts
	Head    Anchor   `json:"head"`
	Problem *Problem `json:"problem"` // nil: the chain is intact
}

const verifyPage = 1000

// Verify checks all events in the order of their sequence numbers: their contents,
// their hashes, gaps, and whether erased contents were erased for a known reason.
// Of a chain that is intact up to an anchor, the event of the anchor has its hash.
func Verify(ctx context.Context, store ChainStore, anchors ...Anchor) (Report, error) {
	v := verifier{erasures: map[erasureKey]*erasure{}, erasing: map[string]bool{}, anchors: map[int64]string{}}
	for _, a := range anchors {
		v.anchors[a.Sequence] = a.Hash
	}
	head, hash, err := store.ChainHead(ctx)
	if err != nil {
		return Report{}, err
	}
	after := int64(math.MinInt64) // an inserted event may have any number
	for v.report.Problem == nil {
		events, err := store.ChainedEvents(ctx, after, verifyPage)
		if err != nil {
			return Report{}, err
		}
		for _, e := range events {
			if e.Seq > head {
				return v.end(ctx, store, e, Anchor{head, hash})
			}
			if v.check(e); v.report.Problem != nil {
				break
			}
			after = e.Seq
		}
		if len(events) == 0 {
			break
		}
	}
	v.finish(Anchor{head, hash})
	return v.report, nil
}

// end finishes at an event above the head: it was stored since the head was read,
// or it was inserted.
func (v *verifier) end(ctx context.Context, store ChainStore, e event.Chained, head Anchor) (Report, error) {
	last, _, err := store.ChainHead(ctx)
	if err != nil {
		return Report{}, err
	}
	if v.finish(head); e.Seq > last {
		v.fail(e.Seq, e.ID, "the event was inserted")
	}
	return v.report, nil
}

// verifier is the state of a verification.
type verifier struct {
	report   Report
	last     int64  // sequence number of the last checked event
	hash     string // of it
	erasures map[erasureKey]*erasure
	erasing  map[string]bool // subjects of events that erase
	anchors  map[int64]string
}

// erasureKey groups erased events that have the same possible reasons.
type erasureKey struct {
	subject          string
	version          bool
	workspace, actor string // empty for versions
}

func keyOf(e event.Chained, version bool) erasureKey {
	if version {
		return erasureKey{subject: e.SubjectID, version: true}
	}
	return erasureKey{e.SubjectID, false, e.WorkspaceID, e.Actor.ID}
}

// erasure is the first erased event of a key.
type erasure struct {
	event.Chained
	versions int  // of the subject since the last erased one
	freed    bool // all aliases of the link were released
}

func (v *verifier) fail(seq int64, id, message string) {
	if v.report.Problem == nil || seq < v.report.Problem.Sequence {
		v.report.Problem = &Problem{Sequence: seq, ID: id, Message: message}
	}
}

func (v *verifier) check(e event.Chained) {
	fits := event.ChainHash(v.hash, e.Event, e.Digest) == e.Hash
	switch {
	case e.Seq < 1:
		v.fail(e.Seq, e.ID, "the event was inserted")
	case !fits && e.Seq > v.last+1: // a gap with a fitting hash is older than the chain
		v.fail(v.last+1, "", "the event was removed")
	case !fits:
		v.fail(e.Seq, e.ID, "the event was changed or inserted")
	case !e.Erased() && event.ContentDigest(e.Event, e.Salt) != e.Digest:
		v.fail(e.Seq, e.ID, "the content of the event was changed")
	case v.anchors[e.Seq] != "" && v.anchors[e.Seq] != e.Hash:
		v.fail(e.Seq, e.ID, "the event or an earlier one was changed: its hash is not the expected one")
	case e.Erased() && len(e.Data)+len(e.Label)+len(e.Actor.AddressPrefix) > 0:
		v.fail(e.Seq, e.ID, "the content of the event was changed")
	default:
		v.report.Events++
		v.count(e)
		v.last, v.hash = e.Seq, e.Hash
		delete(v.anchors, e.Seq)
	}
}

// count collects what the check of erasures needs.
func (v *verifier) count(e event.Chained) {
	info, _ := event.InfoOf(e.Kind)
	if info.Erases {
		v.erasing[e.SubjectID] = true
	}
	key := keyOf(e, info.Version || e.Kind == event.AliasFreed)
	erased := v.erasures[key]
	switch {
	case e.Erased() && erased == nil:
		v.report.Erased++
		v.erasures[key] = &erasure{Chained: e}
	case e.Erased():
		v.report.Erased++
		erased.versions = 0
	case erased == nil:
	case e.Kind == event.AliasFreed:
		erased.freed = true
	case info.Version:
		erased.versions++
	}
}

// finish checks the end of the chain, the anchors and the reasons of erasures.
func (v *verifier) finish(head Anchor) {
	v.report.Head = Anchor{v.last, v.hash}
	if v.report.Problem != nil {
		return
	}
	if v.report.Head != head {
		v.fail(v.last+1, "", fmt.Sprintf("the last event should be %d: events were removed at the end", head.Sequence))
	}
	for seq := range v.anchors {
		v.fail(seq, "", "the expected event was removed")
	}
	for _, e := range v.erasures {
		info, _ := event.InfoOf(e.Kind)
		version := info.Version && (e.freed || e.versions >= link.MaxVersions)
		if !version && !v.erasing[e.WorkspaceID] && !v.erasing[e.Actor.ID] && !v.erasing[e.SubjectID] {
			v.fail(e.Seq, e.ID, "the content of the event was erased without a reason")
		}
	}
}
