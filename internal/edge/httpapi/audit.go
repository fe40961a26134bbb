package httpapi

import (
	"context"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
	"linnet/internal/core/audit"
	"linnet/internal/edge/apikit"
)

// AuditActor is the cause of an entry.
type AuditActor struct {
	Kind string `json:"kind" enum:"user,key,system" doc:"system: Linnet itself, or its operator."`
	ID   string `json:"id" doc:"Empty for the system." example:"usr_3kq7c8v0d5m2a"`
	Name string `json:"name" doc:"The current name, or “Deleted user”; followed by the drop-in API that a key used, if any." example:"Anna Berg"`
}

// AuditSubject is what an entry is about.
type AuditSubject struct {
	Kind  string `json:"kind" example:"link"`
	ID    string `json:"id" example:"lnk_3kq7c8v0d5m2a"`
	Label string `json:"label" doc:"Its name at that time; the current name of a user." example:"go.example.com/spring"`
}

// AuditEntry is one change or sign-in.
type AuditEntry struct {
	ID       string            `json:"id" example:"evt_3kq7c8v0d5m2a"`
	Sequence int64             `json:"sequence" doc:"Increases with each event of the install." example:"4711"`
	At       time.Time         `json:"at"`
	Actor    AuditActor        `json:"actor"`
	Action   string            `json:"action" example:"link.updated"`
	Summary  string            `json:"summary" doc:"The sentence without the actor." example:"changed the destination of go.example.com/spring"`
	Subject  AuditSubject      `json:"subject"`
	Before   map[string]any    `json:"before" nullable:"true" doc:"The state before, or the fields that changed; null: there is none."`
	After    map[string]any    `json:"after" nullable:"true" doc:"The state after, or the fields that changed; null: there is none."`
	Labels   map[string]string `json:"labels" doc:"The labels of the fields in before and after, by their names." example:"{\"url\":\"destination\"}"`
	Erased   bool              `json:"erased" doc:"Label, states and network were erased, such as those of old link versions and beyond the storage of the plan."`
	Network  *string           `json:"network" doc:"The /24 or /64 that the request came from; null without a request." example:"192.0.2.0/24"`
	Hash     string            `json:"hash" doc:"SHA-256 of the previous event's hash and this event, which linnet audit verify checks."`
}

func auditEntryOf(e audit.Entry) AuditEntry {
	return AuditEntry{
		ID:       e.ID,
		Sequence: e.Sequence,
		At:       apikit.Timestamp(e.At),
		Action:   string(e.Action),
		Summary:  e.Summary,
		Actor:    AuditActor{Kind: string(e.Actor.Kind), ID: e.Actor.ID, Name: e.ActorName},
		Subject:  AuditSubject{Kind: e.SubjectKind, ID: e.SubjectID, Label: e.SubjectLabel},
		Before:   e.Before,
		After:    e.After,
		Labels:   e.Labels(),
		Erased:   e.Erased,
		Network:  apikit.TextOrNull(e.Actor.AddressPrefix),
		Hash:     e.Hash,
	}
}

// AuditFilterParams select entries.
type AuditFilterParams struct {
	Actor   string    `query:"actor" maxLength:"64" doc:"The id of a user or an API key, or system."`
	Action  string    `query:"action" maxLength:"64" doc:"An action such as link.updated, or a group such as link."`
	Subject string    `query:"subject" maxLength:"300" doc:"The id of the subject."`
	Search  string    `query:"search" maxLength:"200" doc:"Words in the label of the subject; case-insensitive."`
	From    time.Time `query:"from" doc:"Entries at or after this time."`
	To      time.Time `query:"to" doc:"Entries before this time."`
}

func (p AuditFilterParams) filter() audit.Filter {
	return audit.Filter{Actor: p.Actor, Action: p.Action, Subject: p.Subject, Search: p.Search, From: p.From, To: p.To}
}

type listAuditInput struct {
	apikit.PageParams
	AuditFilterParams
}

func (a *API) listAuditLog(ctx context.Context, in *listAuditInput) (*apikit.ListOutput[AuditEntry], error) {
	var before int64
	if in.Cursor != "" {
		var err error
		if before, err = strconv.ParseInt(in.Cursor, 10, 64); err != nil || before < 1 {
			return nil, fault.New(fault.Invalid, "This cursor is invalid. Use nextCursor of the previous page.").At("cursor")
		}
	}
	page, err := a.AuditLog.List(ctx, apikit.ActorOf(ctx), in.filter(), before, in.Limit)
	if err != nil {
		return nil, err
	}
	next := ""
	if page.Next != 0 {
		next = strconv.FormatInt(page.Next, 10)
	}
	return apikit.Page(apikit.Map(page.Entries, auditEntryOf), next, page.Total), nil
}

type exportAuditInput struct {
	AuditFilterParams
	Format string `query:"format" enum:"csv,json" default:"csv"`
}

func (a *API) exportAuditLog(ctx context.Context, in *exportAuditInput) (*huma.StreamResponse, error) {
	export, err := a.AuditLog.Export(ctx, apikit.ActorOf(ctx), in.filter(), in.Format)
	if err != nil {
		return nil, err
	}
	file := newAuditFile(ctx, export, in.Format)
	contentType := csvType
	if in.Format == formatJSON {
		contentType = auditJSONType
	}
	return apikit.Download(file, contentType, "linnet-audit-"+a.clock.Now().UTC().Format(time.DateOnly)+"."+in.Format, -1), nil
}
