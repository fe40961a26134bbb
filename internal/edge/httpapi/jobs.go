package httpapi

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/job"
	"linnet/internal/core/linkchange"
	"linnet/internal/core/transfer"
	"linnet/internal/edge/apikit"
)

// Job is an import, an export, a retrieval, a check or a change of links as the API returns it.
type Job struct {
	ID          string     `json:"id" example:"job_3kq7c8v0d5m2a"`
	Kind        string     `json:"kind" enum:"import,export,retrieval,check,change"`
	State       string     `json:"state" enum:"draft,queued,running,cancelled,failed,done" doc:"A draft is an import that has not been started. A retrieval that cannot go on without you is cancelled, with a message."`
	Name        string     `json:"name" doc:"The name of the file, or what a change does." example:"links.csv"`
	Done        int        `json:"done" doc:"Processed rows or links, failed ones included."`
	Total       int        `json:"total" doc:"All rows or links."`
	Failed      int        `json:"failed" doc:"Rows or links with an error, which the report explains; of a check, the links that are not equal."`
	Created     int        `json:"created" doc:"Links that an import created."`
	Updated     int        `json:"updated" doc:"Links that an import updated."`
	Skipped     int        `json:"skipped" doc:"Rows of an import that changed nothing: the link exists already, or its alias is taken."`
	DryRun      bool       `json:"dryRun" doc:"True if the job reports its effects without changing anything."`
	Message     *string    `json:"message" doc:"The error of a failed job, or why a retrieval stopped."`
	ReportURL   *string    `json:"reportUrl" doc:"The path of the report, or of the file of an export; null before it exists and after it was deleted." example:"/api/v1/imports/job_3kq7c8v0d5m2a/report"`
	ImportID    *string    `json:"importId" doc:"The draft of an import of what a retrieval has read; null before all is read, and for other jobs."`
	RetrievalID *string    `json:"retrievalId" doc:"The retrieval whose links an import has; null for the import of a file, and for other jobs."`
	Resumable   bool       `json:"resumable" doc:"True if the job can be resumed."`
	Undoable    bool       `json:"undoable" doc:"True if a change of links can be undone."`
	CreatedBy   string     `json:"createdBy" example:"usr_3kq7c8v0d5m2a"`
	CreatedAt   time.Time  `json:"createdAt"`
	StartedAt   *time.Time `json:"startedAt"`
	FinishedAt  *time.Time `json:"finishedAt"`
}

func jobOf(j job.Job) Job {
	tally := transfer.TallyOf(j)
	out := Job{
		ID:          j.ID,
		Kind:        string(j.Kind),
		State:       string(j.State),
		Name:        j.Name,
		Done:        j.Done,
		Total:       j.Total,
		Failed:      j.Failed,
		Created:     tally.Created,
		Updated:     tally.Updated,
		Skipped:     tally.Skipped,
		DryRun:      tally.DryRun,
		Message:     apikit.TextOrNull(j.Message),
		ImportID:    importOf(j),
		RetrievalID: apikit.TextOrNull(transfer.RetrievalOf(j)),
		Resumable:   j.Resumable(),
		Undoable:    j.Kind == job.Change && linkchange.CanUndo(j),
		CreatedBy:   j.CreatedBy,
		CreatedAt:   apikit.Timestamp(j.CreatedAt),
		StartedAt:   apikit.TimeOrNull(j.StartedAt),
		FinishedAt:  apikit.TimeOrNull(j.FinishedAt),
	}
	if transfer.HasOutput(j) {
		file := "/report"
		if j.Kind == job.Export {
			file = "/file"
		}
		out.ReportURL = new(Prefix + "/" + string(j.Kind) + "s/" + j.ID + file)
	}
	return out
}

func jobResponse(j job.Job, err error) (*apikit.Output[Job], error) {
	if err != nil {
		return nil, err
	}
	return apikit.OutputOf(jobOf(j)), nil
}

type listJobsInput struct {
	apikit.PageParams
	Active bool `query:"active" doc:"True lists only queued and running jobs."`
}

func (a *API) listJobs(kind job.Kind) func(context.Context, *listJobsInput) (*apikit.ListOutput[Job], error) {
	return func(ctx context.Context, in *listJobsInput) (*apikit.ListOutput[Job], error) {
		page, err := a.Jobs.List(ctx, apikit.ActorOf(ctx), job.Filter{Kind: kind, Active: in.Active, Limit: in.Limit, Cursor: in.Cursor})
		if err != nil {
			return nil, err
		}
		return apikit.Page(apikit.Map(page.Jobs, jobOf), page.NextCursor, page.Total), nil
	}
}

// jobOfKind returns a job, or NotFound if it is of another kind.
func (a *API) jobOfKind(ctx context.Context, kind job.Kind, id string) (job.Job, error) {
	j, err := a.Jobs.Get(ctx, apikit.ActorOf(ctx), id)
	if err == nil && j.Kind != kind {
		err = fault.New(fault.NotFound, "There is no such "+string(kind)+".")
	}
	return j, err
}

func (a *API) getJob(kind job.Kind) func(context.Context, *apikit.ByID) (*apikit.Output[Job], error) {
	return func(ctx context.Context, in *apikit.ByID) (*apikit.Output[Job], error) {
		return jobResponse(a.jobOfKind(ctx, kind, in.ID))
	}
}

func (a *API) transitionJob(
	kind job.Kind,
	transition func(context.Context, string) (job.Job, error),
) func(context.Context, *apikit.ByID) (*apikit.Output[Job], error) {
	return func(ctx context.Context, in *apikit.ByID) (*apikit.Output[Job], error) {
		if _, err := a.jobOfKind(ctx, kind, in.ID); err != nil {
			return nil, err
		}
		return jobResponse(transition(ctx, in.ID))
	}
}

func (a *API) cancelJob(ctx context.Context, id string) (job.Job, error) {
	return a.Jobs.Cancel(ctx, apikit.ActorOf(ctx), id)
}

func (a *API) resumeJob(ctx context.Context, id string) (job.Job, error) {
	return a.Jobs.Resume(ctx, apikit.ActorOf(ctx), id)
}

func (a *API) removeJob(kind job.Kind) func(context.Context, *apikit.ByID) (*struct{}, error) {
	return func(ctx context.Context, in *apikit.ByID) (*struct{}, error) {
		if _, err := a.jobOfKind(ctx, kind, in.ID); err != nil {
			return nil, err
		}
		return nil, a.Jobs.Remove(ctx, apikit.ActorOf(ctx), in.ID)
	}
}
