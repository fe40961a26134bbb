package records

import (
	"context"
	"slices"
	"time"

	"linnet/internal/core/click/clickview"
	"linnet/internal/core/clickcount"
	"linnet/internal/core/webhook"
)

// maxWaitingRows bounds the rows that become messages in one transaction.
const maxWaitingRows = 50

//nolint:gochecknoglobals // immutable
var waitingClicksTable = tableOf("waiting clicks", `webhook_clicks`, func(w *webhook.WaitingClicks) []column {
	return []column{
		fixed("id", &w.ID),
		fixed("workspace_id", &w.WorkspaceID),
		fixed("clicks", jsonListField[clickview.Click]{&w.Clicks}),
		fixed("omitted", &w.Omitted),
		fixed("created_at", &w.At),
	}
})

// ClickWebhooks returns the enabled webhooks of all workspaces that get clicks.
func (s *Store) ClickWebhooks(ctx context.Context) ([]webhook.Webhook, error) {
	return webhookTable.all(ctx, s.read, `WHERE h.disabled_at = 0 AND h.events LIKE '%`+string(webhook.LinkClicked)+`%'`)
}

// addWaitingClicks stores clicks that webhooks get, in the transaction that counts them.
func addWaitingClicks(ctx context.Context, tx conn, of []clickcount.Forwarded, now time.Time) error {
	rows := make([][]any, len(of))
	for i, f := range of {
		w := webhook.NewWaitingClicks(f.WorkspaceID, f.Clicks, f.Omitted, now)
		rows[i] = waitingClicksTable.fields(&w, inInsert)
	}
	return insertRows(ctx, tx, waitingClicksTable.into, rows)
}

// SendClicks makes messages of the clicks that wait for webhooks, of one workspace, and
// reports whether more may wait.
func (s *Store) SendClicks(ctx context.Context, now time.Time) (more bool, err error) {
	first, err := queryAll(ctx, s.read, value[string], `SELECT workspace_id FROM webhook_clicks ORDER BY workspace_id LIMIT 1`)
	if err != nil || len(first) == 0 {
		return false, err
	}
	return true, s.inTx(ctx, func(tx conn) error { return sendClicks(ctx, tx, first[0], now) })
}

func sendClicks(ctx context.Context, tx conn, workspaceID string, now time.Time) error {
	waiting, err := queryAll(ctx, tx, waitingClicksTable.scan(), `
		DELETE FROM webhook_clicks WHERE id IN (
			SELECT id FROM webhook_clicks WHERE workspace_id = $1 ORDER BY created_at, id LIMIT $2`+tx.d.skipLocked+`)
		RETURNING `+waitingClicksTable.list, workspaceID, maxWaitingRows)
	if err != nil || len(waiting) == 0 {
		return err
	}
	slices.SortStableFunc(waiting, func(a, b webhook.WaitingClicks) int { return a.At.Compare(b.At) })
	receivers, err := enabledWebhooks(ctx, tx, workspaceID)
	if err != nil {
		return err
	}
	hosts, err := hostsOf(ctx, tx, workspaceID)
	if err != nil {
		return err
	}
	out := outgoing{backlogs: backlogs{}}
	for _, w := range receivers {
		for _, m := range w.ClickMessages(waiting, hosts, now) {
			if err := out.add(ctx, tx, m, []webhook.Webhook{w}); err != nil {
				return err
			}
		}
	}
	return out.store(ctx, tx)
}

// hostsOf returns the hosts of the default domain and of a workspace's own, by their ids.
func hostsOf(ctx context.Context, tx conn, workspaceID string) (map[string]string, error) {
	type domainHost struct{ id, host string }
	all, err := queryAll(ctx, tx, func(row scanner) (d domainHost, err error) {
		return d, row.Scan(&d.id, &d.host)
	}, `SELECT id, host FROM domains WHERE workspace_id IN ('', $1)`, workspaceID)
	hosts := make(map[string]string, len(all))
	for _, d := range all {
		hosts[d.id] = d.host
	}
	return hosts, err
}
