package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"linnet/internal/app/control"
	"linnet/internal/config"
)

// roundsFile stores the time of the last retention run.
const roundsFile = "retention.time"

// fileRounds implements retention.Rounds with a file in the data folder, because
// each node deletes the clicks of its own folder.
type fileRounds struct{ path string }

// LastRound returns the stored time; the zero time when there is none.
func (r fileRounds) LastRound() (time.Time, error) {
	content, err := os.ReadFile(r.path)
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return time.Parse(time.RFC3339, strings.TrimSpace(string(content)))
}

// SetLastRound replaces the stored time.
func (r fileRounds) SetLastRound(at time.Time) error {
	next := r.path + ".new"
	if err := os.WriteFile(next, []byte(at.UTC().Format(time.RFC3339)+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(next, r.path)
}

// ConfirmClock confirms the clock of the running node, which then resumes
// retention. Without a running node it stores the time for the next
// start. It writes the result to w.
func ConfirmClock(ctx context.Context, cfg config.Config, w io.Writer) error {
	err := control.Call(ctx, cfg.Data, control.ConfirmClock, w)
	if !errors.Is(err, control.ErrNoNode) {
		return err
	}
	if _, err := os.Stat(cfg.Data); err != nil {
		return fmt.Errorf("find the data folder; name it with LINNET_DATA or --data: %w", err)
	}
	if err := (fileRounds{cfg.InData(roundsFile)}).SetLastRound(time.Now()); err != nil { //nolint:forbidigo // the operator confirms the machine's time
		return fmt.Errorf("store the confirmed time: %w", err)
	}
	_, err = fmt.Fprintln(w, "Clock confirmed. Old clicks are deleted at the next start.")
	return err
}
