package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"linnet/internal/base/clock"
	"linnet/internal/config"
	"linnet/internal/core/queue"
	"linnet/internal/core/transfer"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// brokenTasks cannot claim tasks.
type brokenTasks struct{ queue.Store }

var errBroken = errors.New("the tasks cannot be read")

func (brokenTasks) ClaimTask(context.Context, queue.Claim) (queue.Task, error) {
	return queue.Task{}, errBroken
}

func TestTransfers_WaitEndsWhenTheJobCannotBeRun(t *testing.T) {
	t.Parallel()
	testkit.Long(t)
	data := testkit.SQLiteDir(t)
	store, err := records.Open(t.Context(), records.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	owner := testkit.Owner(t, store)
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	cfg := config.Config{Data: data, PublicURL: "http://" + testkit.Host, Plans: "off"}
	log := slog.New(slog.DiscardHandler)
	transfers, err := OpenTransfers(t.Context(), cfg, TransferOptions{User: owner.UserID + "@example.com", Log: log, Warnings: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	transfers.tasks = queue.New(queue.Deps{
		Store: brokenTasks{transfers.records}, Kinds: []queue.Kind{transfers.transfers.runner.Kind()}, Clock: clock.System{}, Log: log,
	})
	j, err := transfers.Import(t.Context(), "links.csv", strings.NewReader("url\nhttps://example.com/\n"), transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := transfers.Wait(t.Context(), j.ID, func(int, int) {}); !errors.Is(err, errBroken) {
		t.Errorf("Wait returned %v", err)
	}
	if err := transfers.Close(); err != nil {
		t.Error(err)
	}
}
