package audit

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"linnet/internal/base/ident"
	"linnet/internal/core/dropin"
	"linnet/internal/core/event"
	"linnet/internal/core/webhost"
)

// State is the state of a subject, or the part of it that an event changed.
type State map[string]any

// Entry is one event of the audit log.
type Entry struct {
	Sequence int64
	ID       string
	At       time.Time
	Actor    event.Actor
	// ActorName is the current name of the actor, or "Deleted user".
	ActorName    string
	Action       event.Kind
	SubjectKind  string
	SubjectID    string
	SubjectLabel string
	Summary      string // the sentence without the actor: "created go/spring"
	Before       State  // nil: there is none, or it is erased
	After        State
	Erased       bool
	Hash         string
}

// entries returns the entries of records, with the current names of users and API
// keys.
func (s *Service) entries(ctx context.Context, records []Record) ([]Entry, error) {
	var ids []string
	for _, r := range records {
		ids = append(ids, r.Actor.ID)
		if strings.HasPrefix(r.SubjectID, ident.User+"_") {
			ids = append(ids, r.SubjectID)
		}
	}
	slices.Sort(ids)
	names, err := s.store.ActorNames(ctx, slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return id == "" }))
	if err != nil {
		return nil, err
	}
	entries := make([]Entry, len(records))
	for i, r := range records {
		entries[i] = newEntry(r, names)
	}
	return entries, nil
}

func newEntry(r Record, names map[string]string) Entry {
	info, _ := event.InfoOf(r.Kind)
	if r.Actor.Kind == event.Operator { // workspaces do not learn who operates the install
		r.Actor = event.Actor{Kind: event.System}
	}
	e := Entry{
		Sequence:     r.Seq,
		ID:           r.ID,
		At:           r.At,
		Actor:        r.Actor,
		ActorName:    actorName(r.Actor, names) + via(r.Data),
		Action:       r.Kind,
		SubjectKind:  info.Subject,
		SubjectID:    r.SubjectID,
		SubjectLabel: r.Label,
		Erased:       r.Erased(),
		Hash:         r.Hash,
	}
	if strings.HasPrefix(r.SubjectID, ident.Domain+"_") {
		e.SubjectLabel = webhost.Unicode(e.SubjectLabel)
	}
	if strings.HasPrefix(r.SubjectID, ident.User+"_") {
		e.SubjectLabel = cmp.Or(names[r.SubjectID], deletedUser)
		if info.Account {
			e.SubjectKind = "user" // of the copy in a workspace, it is the user and not the session
		}
	}
	if !e.Erased {
		e.Before, e.After = states(r, info)
	}
	e.Summary = summary(info, e)
	return e
}

// via returns which drop-in API a change was made with, as a part of the actor's name.
func via(data []byte) string {
	api := event.ViaOf(data)
	if api == "" {
		return ""
	}
	return " via " + dropin.API(api).Name() + " API"
}

const deletedUser = "Deleted user"

func actorName(a event.Actor, names map[string]string) string {
	if a.Kind == event.System || a.ID == "" {
		return "Linnet"
	}
	name := strings.TrimSpace(names[a.ID])
	if name == "" && a.Kind == event.User {
		return deletedUser
	}
	return cmp.Or(name, "API key")
}

// internal are the fields of link versions that are not settings.
var internal = []string{"version", "domainId"} //nolint:gochecknoglobals // a constant list

// states returns the state of the subject before and after an event. If there are
// both, they contain only the fields that differ.
func states(r Record, info event.Info) (before, after State) {
	var change struct{ Before, After State }
	switch {
	case info.Version:
		before, after = decode(r.Previous), decode(r.Data)
		for _, name := range internal {
			delete(before, name)
			delete(after, name)
		}
		switch r.Kind {
		case event.LinkCreated, event.LinkRestored:
			return nil, after
		case event.LinkDeleted:
			if before == nil { // erased
				before = after
			}
			return before, nil
		}
	case json.Unmarshal(r.Data, &change) == nil && (change.Before != nil || change.After != nil):
		before, after = change.Before, change.After
	default:
		return nil, decode(r.Data)
	}
	if before == nil || after == nil {
		return before, after
	}
	return differing(before, after)
}

// decode returns the fields of a JSON object, or nil without any.
func decode(data []byte) State {
	var s State
	if json.Unmarshal(data, &s) != nil || len(s) == 0 {
		return nil
	}
	return s
}

// differing returns the fields of two states that differ.
func differing(before, after State) (State, State) {
	from, to := State{}, State{}
	for name := range union(before, after) {
		if !equalJSON(before[name], after[name]) {
			from[name], to[name] = before[name], after[name]
		}
	}
	return from, to
}

func union(a, b State) map[string]bool {
	names := make(map[string]bool, len(a)+len(b))
	for _, s := range []State{a, b} {
		for name := range s {
			names[name] = true
		}
	}
	return names
}

func equalJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// placeholder matches {subject}, {fields}, {before.x} and {after.x}.
var placeholder = regexp.MustCompile(`\{[a-zA-Z.]+\}`)

// summary returns the sentence of an entry without its actor.
func summary(info event.Info, e Entry) string {
	phrase := cmp.Or(info.Phrase, string(e.Action))
	switch {
	case e.Action == event.MemberRemoved && e.SubjectID == e.Actor.ID:
		phrase = "left the workspace"
	case e.Action == event.LinkUpdated && len(e.After) == 1 && e.After["archived"] != nil:
		phrase = flag(e.After["archived"], "archived {subject}", "unarchived {subject}")
	case e.Action == event.LinkUpdated && len(e.After) == 1 && e.After["blocked"] != nil:
		phrase = flag(e.After["blocked"], "blocked {subject}", "unblocked {subject}")
	case e.Action == event.LinkUpdated && len(e.After) == 0 && e.Before != nil:
		phrase = "changed the password of {subject}" // versions contain only whether there is one
	case e.Action == event.HostsBlocked:
		phrase = flag(e.After["blocked"], "blocked destinations on {subject}", "unblocked destinations on {subject}")
	}
	return placeholder.ReplaceAllStringFunc(phrase, func(name string) string {
		switch state, field, _ := strings.Cut(strings.Trim(name, "{}"), "."); state {
		case "subject":
			return cmp.Or(e.SubjectLabel, e.SubjectID)
		case "fields":
			return fields(e)
		case "before":
			return text(field, e.Before[field])
		default:
			return text(field, e.After[field])
		}
	})
}

func flag(value any, on, off string) string {
	if value == true {
		return on
	}
	return off
}

// text returns a scalar of a state, "…" for an erased one.
func text(field string, value any) string {
	switch v := value.(type) {
	case string:
		if field == "plan" && v != "" { // stored as BASIC
			return v[:1] + strings.ToLower(v[1:])
		}
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return "…"
}

// fields names the changed fields of an entry: one, two, or their number.
func fields(e Entry) string {
	names := make([]string, 0, len(e.After))
	for name := range union(e.Before, e.After) {
		names = append(names, "the "+fieldLabel(name))
	}
	slices.Sort(names)
	switch len(names) {
	case 0:
		return "the settings"
	case 1, 2:
		return strings.Join(names, " and ")
	}
	return strconv.Itoa(len(names)) + " settings"
}
