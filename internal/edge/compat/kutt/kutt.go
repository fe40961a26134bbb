// Package kutt answers the API of Kutt 3 (version 2 of the API), which the client kutt of npm
// and the browser extensions of Kutt use. Shapes and rules are those of Kutt's code; where Linnet
// differs, docs/compat/kutt.md says so.
package kutt

import (
	"io"
	"net/http"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

const prefix = "/api/v2/"

// api serves the endpoints.
type api struct{ compat.Services }

// New returns the API of Kutt.
func New(s compat.Services) compat.Peer {
	a := &api{s}
	return compat.Peer{
		API:      dropin.Kutt,
		Prefixes: []string{prefix},
		Key:      func(r *http.Request) string { return strings.TrimSpace(r.Header.Get("X-Api-Key")) },
		Endpoints: []compat.Endpoint{
			{Pattern: "GET " + prefix + "health", Serve: a.health},
			{Pattern: "POST " + prefix + "links", Scope: access.LinksWrite, Verified: true, Serve: a.createLink},
			{Pattern: "GET " + prefix + "links", Scope: access.LinksRead, Serve: a.listLinks},
			{Pattern: "PATCH " + prefix + "links/{id}", Scope: access.LinksWrite, Serve: a.updateLink},
			{Pattern: "DELETE " + prefix + "links/{id}", Scope: access.LinksWrite, Serve: a.deleteLink},
			{Pattern: "GET " + prefix + "links/{id}/stats", Scope: access.AnalyticsRead, Serve: a.stats},
			// The client of npm reads statistics with DELETE by mistake. Nothing is deleted.
			{Pattern: "DELETE " + prefix + "links/{id}/stats", Scope: access.AnalyticsRead, Serve: a.stats},
			{Pattern: "GET " + prefix + "users", Scope: access.AnyScope, Serve: a.user},
			{Pattern: "POST " + prefix + "domains", Scope: access.DomainsWrite, Verified: true, Serve: a.createDomain},
			{Pattern: "DELETE " + prefix + "domains/{id}", Scope: access.DomainsWrite, Serve: a.deleteDomain},
		},
		Error: writeError,
	}
}

// writeError answers as Kutt does, with one message. The extension shows the messages of 400
// only, so that every fault of the input is one.
func writeError(w http.ResponseWriter, _ *http.Request, p *apikit.Problem) {
	status := p.Status
	switch status {
	case http.StatusPaymentRequired, http.StatusConflict, http.StatusRequestEntityTooLarge, http.StatusUnprocessableEntity:
		status = http.StatusBadRequest
	}
	text := p.Detail
	if len(p.Errors) > 0 {
		messages := make([]string, len(p.Errors))
		for i, field := range p.Errors {
			messages[i] = field.Message
		}
		text = strings.Join(messages, " ")
	}
	_ = compat.WriteJSON(w, status, map[string]string{"error": text})
}

// message is the answer to a change without a record.
func message(w http.ResponseWriter, text string) error {
	return compat.WriteJSON(w, http.StatusOK, map[string]string{"message": text})
}

func (a *api) health(w http.ResponseWriter, _ *compat.Call) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "OK") // the client may have disconnected
	return nil
}

// timestamp returns a time as Kutt does, in UTC with milliseconds.
func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
