package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
	"linnet/internal/core/queue"
)

//nolint:gochecknoglobals // immutable
var jobTable = tableOf("job", `jobs`, func(j *job.Job) []column {
	return []column{
		fixed("id", &j.ID),
		fixed("workspace_id", &j.WorkspaceID),
		fixed("kind", &j.Kind),
		col("state", &j.State),
		fixed("name", &j.Name),
		fixed("created_by", &j.CreatedBy),
		col("input_id", &j.InputID),
		col("output_id", &j.OutputID),
		col("params", objectField{&j.Params}),
		col("checkpoint", objectField{&j.Checkpoint}),
		col("done", &j.Done),
		col("total", &j.Total),
		col("failed", &j.Failed),
		col("message", &j.Message),
		fixed("created_at", &j.CreatedAt),
		col("started_at", &j.StartedAt),
		col("finished_at", &j.FinishedAt),
	}
})

// InsertJob stores a new job, the task of a queued one, and events about it.
func (s *Store) InsertJob(ctx context.Context, j job.Job, events ...event.Event) error {
	return s.inTx(ctx, func(tx conn) error {
		if j.State == job.Queued {
			if err := addTasks(ctx, tx, j.Task(j.CreatedAt)); err != nil {
				return err
			}
		}
		if err := jobTable.insert(ctx, tx, &j); err != nil {
			return err
		}
		announceJob(tx, j.WorkspaceID, j.ID)
		for _, e := range events {
			tx.emit(e)
		}
		return nil
	})
}

func orObject(json []byte) string {
	if len(json) == 0 {
		return "{}"
	}
	return string(json)
}

// announceJob publishes on every node, after the commit, that a job changed. The
// event is not stored.
func announceJob(tx conn, workspaceID, id string) {
	tx.events.published = append(tx.events.published, event.Event{Kind: event.JobChanged, WorkspaceID: workspaceID, SubjectID: id})
}

// Job returns one of the workspace's jobs, or NotFound.
func (s *Store) Job(ctx context.Context, workspaceID, id string) (job.Job, error) {
	return getJob(ctx, s.read, workspaceID, id)
}

func getJob(ctx context.Context, c conn, workspaceID, id string) (job.Job, error) {
	return jobTable.one(ctx, c, `WHERE workspace_id = $1 AND id = $2`, workspaceID, id)
}

// Jobs returns one page of the workspace's jobs, newest first, without drafts.
func (s *Store) Jobs(ctx context.Context, workspaceID string, f job.Filter) (job.Page, error) {
	q := linkQuery{args: []any{workspaceID}, where: []string{`workspace_id = $1`, `state <> 'draft'`}}
	if f.Kind != "" {
		q.and(`kind = ` + q.arg(string(f.Kind)))
	}
	if f.CreatedBy != "" {
		q.and(`created_by = ` + q.arg(f.CreatedBy))
	}
	if f.Active {
		q.and(`state IN ('queued', 'running')`)
	}
	total, err := s.read.count(ctx, `jobs`+q.whereText(), q.args...)
	if err != nil {
		return job.Page{}, err
	}
	if f.Cursor != "" {
		q.and(`(created_at, id) < (SELECT j.created_at, j.id FROM jobs j WHERE j.workspace_id = $1 AND j.id = ` + q.arg(f.Cursor) + `)`)
	}
	found, err := jobTable.all(ctx, s.read, q.whereText()+` ORDER BY created_at DESC, id DESC LIMIT `+q.arg(f.Limit+1), q.args...)
	if err != nil {
		return job.Page{}, err
	}
	page := job.Page{Jobs: found, Total: total}
	if len(found) > f.Limit {
		page.Jobs = found[:f.Limit]
		page.NextCursor = page.Jobs[f.Limit-1].ID
	}
	return page, nil
}

// TransitionJob changes a job that is in one of the states it may leave. It adds
// the task of a job that is queued now and deletes that of another.
func (s *Store) TransitionJob(ctx context.Context, t job.Transition) (job.Job, error) {
	var changed job.Job
	err := s.inTx(ctx, func(tx conn) error {
		j, err := getJob(ctx, tx, t.WorkspaceID, t.ID)
		if err != nil {
			return err
		}
		// The task first, as in storeStep: one order of locks prevents deadlocks.
		if t.To == job.Queued {
			err = addTasks(ctx, tx, j.Task(t.At))
		} else {
			err = deleteTask(ctx, tx, job.TaskKind, j.ID)
		}
		if err != nil {
			return err
		}
		if err := applyTransition(ctx, tx, j, t); err != nil {
			return err
		}
		if changed, err = getJob(ctx, tx, t.WorkspaceID, t.ID); err != nil {
			return err
		}
		announceJob(tx, t.WorkspaceID, t.ID)
		return nil
	})
	return changed, err
}

func applyTransition(ctx context.Context, tx conn, j job.Job, t job.Transition) error {
	finished := int64(0)
	if t.To.Ended() {
		finished = toMillis(t.At)
	}
	params, total := t.Params, t.Total
	if params == nil {
		params = j.Params
	}
	if total == 0 {
		total = j.Total
	}
	states, args := inList([]any{t.ID, string(t.To), finished, string(params), total}, t.From)
	n, err := tx.exec(ctx, `
		UPDATE jobs SET state = $2, finished_at = $3, params = $4, total = $5, message = '' WHERE id = $1 AND state IN `+states, args...)
	if err == nil && n == 0 {
		return fault.New(fault.Conflict, "This cannot be done with a job that is "+string(j.State)+".")
	}
	return err
}

// DeleteJob removes a job with its files.
func (s *Store) DeleteJob(ctx context.Context, workspaceID, id string) error {
	return s.inTx(ctx, func(tx conn) error {
		j, err := getJob(ctx, tx, workspaceID, id)
		if err != nil {
			return err
		}
		for _, file := range []string{j.InputID, j.OutputID} {
			if err := deleteFile(ctx, tx, file); err != nil {
				return err
			}
		}
		if _, err := tx.exec(ctx, `DELETE FROM jobs WHERE id = $1`, id); err != nil {
			return err
		}
		announceJob(tx, workspaceID, id)
		return nil
	})
}

// CountOpenJobs counts the workspace's unfinished jobs and those with an upload.
func (s *Store) CountOpenJobs(ctx context.Context, workspaceID string) (int, error) {
	return s.read.count(ctx, `jobs WHERE workspace_id = $1 AND (input_id <> '' OR state IN ('queued', 'running'))`, workspaceID)
}

// StartJob sets a queued or running job to running and returns it. It returns
// NotFound for one that has ended, and queue.ErrLost without the lease.
func (s *Store) StartJob(ctx context.Context, l queue.Lease, now time.Time) (job.Job, error) {
	var started job.Job
	err := s.inTx(ctx, func(tx conn) error {
		if err := checkLease(ctx, tx, l); err != nil {
			return err
		}
		var err error
		started, err = queryOne(ctx, tx, jobTable.scan(), `
			UPDATE jobs SET state = 'running', started_at = CASE WHEN started_at = 0 THEN $2 ELSE started_at END
			WHERE id = $1 AND state IN ('queued', 'running') RETURNING `+jobTable.list, l.Key, toMillis(now))
		if err != nil {
			return notFound(err, "job")
		}
		announceJob(tx, started.WorkspaceID, started.ID)
		return nil
	})
	return started, err
}

// EndJob stores the result of a claim and returns the job. It completes the task
// of a job that has ended, and deletes the upload of one that is done. Without
// the lease it returns queue.ErrLost.
func (s *Store) EndJob(ctx context.Context, e job.Ending) (job.Job, error) {
	var ended job.Job
	err := s.inTx(ctx, func(tx conn) error {
		finished := int64(0)
		var err error
		if e.State.Ended() {
			finished = toMillis(e.At)
			err = completeTask(ctx, tx, e.Lease)
		} else {
			err = checkLease(ctx, tx, e.Lease)
		}
		if err != nil {
			return err
		}
		found, err := queryAll(ctx, tx, scanPair, `
			UPDATE jobs SET state = $1, message = $2, finished_at = $3 WHERE id = $4 AND state IN ('queued', 'running')
			RETURNING workspace_id, input_id`, string(e.State), e.Message, finished, e.Lease.Key)
		if err != nil {
			return err
		}
		if len(found) == 0 {
			return queue.ErrLost()
		}
		if e.State == job.Done {
			if err := deleteFile(ctx, tx, found[0][1]); err != nil {
				return err
			}
		}
		if ended, err = getJob(ctx, tx, found[0][0], e.Lease.Key); err != nil {
			return err
		}
		announceJob(tx, ended.WorkspaceID, ended.ID)
		return nil
	})
	return ended, err
}

// storeStep stores a step's progress and output in the transaction of its work.
func storeStep(ctx context.Context, tx conn, st job.Step) error {
	if err := storeProgress(ctx, tx, queue.Lease{Kind: job.TaskKind, Key: st.JobID, Owner: st.Owner}); err != nil {
		return err
	}
	// Links that are added meanwhile may make more than the total.
	err := leased(tx.exec(ctx, `
		UPDATE jobs SET done = $1, total = CASE WHEN total < $1 THEN $1 ELSE total END, failed = $2, checkpoint = $3
		WHERE id = $4 AND state = 'running'`,
		st.Done, st.Failed, string(st.Checkpoint), st.JobID))
	if err != nil {
		return err
	}
	if len(st.Output) > 0 {
		if err := appendChunk(ctx, tx, st.OutputID, st.Position, st.Output); err != nil {
			return err
		}
	}
	announceJob(tx, st.WorkspaceID, st.JobID)
	return nil
}

// StepJob stores a step that changes no other records.
func (s *Store) StepJob(ctx context.Context, st job.Step) error {
	return s.inTx(ctx, func(tx conn) error { return storeStep(ctx, tx, st) })
}
