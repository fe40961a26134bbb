package audit

import (
	"context"
	"fmt"
	"math"

	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

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
	Events int `json:"events"`
	// Erased is the number of events without content: of old link versions, purged
	// workspaces, deleted accounts, and beyond the storage of a plan.
	Erased  int      `json:"erased"`
	Head    Anchor   `json:"head"`
	Problem *Problem `json:"problem"` // nil: the chain is intact
}

const verifyPage = 1000

// Verify checks all events in the order of their sequence numbers: their contents,
// their hashes, gaps, and whether erased contents were erased for a known reason.
// Of a chain that is intact up to an anchor, the event of the anchor has its hash.
func Verify(ctx context.Context, store Store, anchors ...Anchor) (Report, error) {
	v := verifier{erasures: map[erasureKey]*erasure{}, erasing: map[string]bool{}, anchors: map[int64]string{}, trimmed: map[string]int64{}}
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
func (v *verifier) end(ctx context.Context, store Store, e event.Chained, head Anchor) (Report, error) {
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
	erasing  map[string]bool  // subjects of events that erase
	trimmed  map[string]int64 // by workspace: the contents through this sequence number may be erased
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
	later    []int64 // sequence numbers of the further erased events; not of versions
	versions int     // of the subject since the last erased one
	freed    bool    // all aliases of the link were released
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
	switch {
	case info.Erases:
		v.erasing[e.SubjectID] = true
	case e.Kind == event.AuditTrimmed:
		v.trim(e)
	case e.Kind == event.AliasFreed:
		if versions := v.erasures[erasureKey{subject: e.SubjectID, version: true}]; versions != nil {
			versions.freed = true
		}
	}
	key := keyOf(e, info.Version)
	erased := v.erasures[key]
	if e.Erased() {
		v.report.Erased++
	}
	switch {
	case e.Erased() && erased == nil:
		v.erasures[key] = &erasure{Chained: e}
	case e.Erased() && info.Version:
		erased.versions = 0
	case e.Erased():
		erased.later = append(erased.later, e.Seq)
	case erased != nil && info.Version:
		erased.versions++
	}
}

// trim accepts that the contents of the workspace's earlier events are erased, through the
// sequence number in the event.
func (v *verifier) trim(e event.Chained) {
	trimmed, err := event.Decode[event.AuditTrim](e.Event) // fails for an erased one
	if err == nil && trimmed.Through < e.Seq {
		v.trimmed[e.WorkspaceID] = max(v.trimmed[e.WorkspaceID], trimmed.Through)
	}
}

// unexplained returns the sequence number of the first event of e whose content was erased
// without a reason, and false when all have one.
func (v *verifier) unexplained(e *erasure) (seq int64, found bool) {
	info, _ := event.InfoOf(e.Kind)
	switch {
	case v.erasing[e.WorkspaceID] || v.erasing[e.Actor.ID] || v.erasing[e.SubjectID]:
		return 0, false
	case info.Version:
		return e.Seq, !e.freed && e.versions < link.MaxVersions
	}
	for _, seq := range append([]int64{e.Seq}, e.later...) {
		if e.Kind == event.AuditTrimmed || seq > v.trimmed[e.WorkspaceID] {
			return seq, true
		}
	}
	return 0, false
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
		seq, found := v.unexplained(e)
		if !found {
			continue
		}
		id := ""
		if seq == e.Seq {
			id = e.ID
		}
		v.fail(seq, id, "the content of the event was erased without a reason")
	}
}
