package apikit

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
)

// ErrorWriter answers requests with problem documents.
type ErrorWriter struct {
	Log *slog.Logger
	// PlanURL returns the page on which the plan of a workspace can be changed.
	PlanURL func(workspaceID string) string
	// OnProblem is called with every problem before it is sent; may be nil.
	OnProblem func(context.Context, *Call, *Problem)
	// Render writes the answer after the headers of the problem; nil: a problem document.
	Render func(http.ResponseWriter, *http.Request, *Problem)
}

// statusClientClosed is the status of calls whose client disconnected, in logs and
// metrics: the response reaches no client.
const statusClientClosed = 499

// Problem converts an error to its problem document. It logs the cause of a
// defect of the server, which the document does not contain. The end of a call whose
// client disconnected is no defect.
func (e *ErrorWriter) Problem(ctx context.Context, err error) *Problem {
	c := CallOf(ctx)
	p := problemOf(err, c.RequestID)
	if p.Quota != nil {
		p.Quota.URL = e.PlanURL(ActorOf(ctx).WorkspaceID)
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		p.Status, p.Title = statusClientClosed, "Client Closed Request"
	}
	if e.OnProblem != nil {
		e.OnProblem(ctx, c, p)
	}
	if p.Status >= http.StatusInternalServerError {
		e.Log.LogAttrs(ctx, slog.LevelError, "API call failed",
			slog.String("request", c.RequestID), slog.String("operation", c.Route.Operation),
			slog.String("code", string(p.Code)), slog.Any("err", err))
	}
	return p
}

// Write answers a request that does not reach its operation.
func (e *ErrorWriter) Write(w http.ResponseWriter, r *http.Request, err error) {
	p := e.Problem(r.Context(), err)
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	if e.Render != nil {
		e.Render(w, r, p)
		return
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // the client may have disconnected
}
