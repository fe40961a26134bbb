package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"linnet/internal/config"
	"linnet/internal/core/click"
)

// controlName is the socket in the data folder by which commands reach the node
// that runs on it: the click store lets in one process only. Who may open the
// folder may use it.
const controlName = "control.sock"

// Each answer ends with one of these lines.
const (
	controlDone   = "done"
	controlFailed = "failed: "
)

// controlTask is something that a command asks of the running node. It writes
// what it has to say to w.
type controlTask func(ctx context.Context, w io.Writer) error

// listenControl opens the socket.
func listenControl(ctx context.Context, cfg config.Config) (net.Listener, error) {
	path := inData(cfg, controlName)
	// One that a killed process left: nobody else runs on this folder, or the
	// journal would have been locked.
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("control: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("control: %w", err)
	}
	return listener, nil
}

// serveControl answers commands until ctx ends, and closes the socket. backup
// writes an archive.
func serveControl(ctx context.Context, listener net.Listener, tasks map[string]controlTask, backup controlTask) error {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /"+backupTask, func(w http.ResponseWriter, r *http.Request) { serveBackup(w, r, backup) })
	for name, task := range tasks {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
			if err := task(r.Context(), w); err != nil {
				fmt.Fprintf(w, "%s%v\n", controlFailed, err)
				return
			}
			fmt.Fprintln(w, controlDone)
		})
	}
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx }, // a task ends with the node
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("control: %w", err)
	}
	return nil
}

// errNoNode says that no node runs on the folder.
var errNoNode = errors.New("no node runs on this data folder")

// askNode lets the running node do a task and copies what it says to w;
// errNoNode when none runs.
func askNode(ctx context.Context, cfg config.Config, task string, w io.Writer) error {
	answer, err := postToNode(ctx, cfg, task)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // all of it was read
	return copyAnswer(answer.Body, w)
}

// postToNode calls the running node; errNoNode when none runs. The caller
// closes the body.
func postToNode(ctx context.Context, cfg config.Config, task string) (*http.Response, error) {
	path := inData(cfg, controlName)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
		if err != nil {
			return nil, errors.Join(errNoNode, err)
		}
		return conn, nil
	}}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://linnet/"+task, http.NoBody)
	if err != nil {
		return nil, err
	}
	return client.Do(request)
}

// copyAnswer copies lines to w, up to the one that says how it ended.
func copyAnswer(answer io.Reader, w io.Writer) error {
	for lines := bufio.NewScanner(answer); lines.Scan(); {
		line := lines.Text()
		if line == controlDone {
			return nil
		}
		if reason, failed := strings.CutPrefix(line, controlFailed); failed {
			return errors.New(reason)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return errors.New("the node ended before the task did; run the command again")
}

// tellReclassified says what was changed, in words.
func tellReclassified(w io.Writer, done click.Reclassified) error {
	var b strings.Builder
	for _, c := range done.Changes {
		fmt.Fprintf(&b, "%d clicks: %s → %s\n", c.Clicks, className(string(c.From)), className(string(c.To)))
	}
	if len(done.Changes) == 0 {
		fmt.Fprintln(&b, "No click changed its class.")
	}
	fmt.Fprintf(&b, "%d clicks were looked at; of %d the user agent is not kept, and they stay as they were.\n", done.Clicks, done.Unknown)
	_, err := io.WriteString(w, b.String())
	return err
}

func className(reason string) string {
	if reason == "" {
		return "human"
	}
	return "bot (" + reason + ")"
}
