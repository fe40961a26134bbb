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
	"syscall"
	"time"

	"linnet/internal/config"
	"linnet/internal/core/click"
)

// controlName is the socket in the data folder through which commands reach the
// running node, because only one process can open the click store. Processes with
// access to the folder can use it.
const controlName = "control.sock"

// The last line of a response.
const (
	controlDone   = "done"
	controlFailed = "failed: "
)

// controlTask is an operation that commands can run in the node. It writes its
// output to w.
type controlTask func(ctx context.Context, w io.Writer) error

// listenControl opens the socket.
func listenControl(ctx context.Context, cfg config.Config) (net.Listener, error) {
	path := cfg.InData(controlName)
	// A killed process leaves its socket. No other process runs on this folder: this
	// one has the lock of the journal.
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("control: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("control: %w", explainLongPath(err))
	}
	return listener, nil
}

// explainLongPath adds the reason to the error of a system, which limits the paths of
// sockets to about 100 bytes and calls longer ones an invalid argument.
func explainLongPath(err error) error {
	if !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return fmt.Errorf("the path of the data folder is too long for a socket in it; use a folder with a shorter path: %w", err)
}

// serveControl serves commands until ctx ends and closes the socket. backups write
// archives.
func serveControl(ctx context.Context, listener net.Listener, tasks, backups map[string]controlTask) error {
	mux := http.NewServeMux()
	for name, backup := range backups {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) { serveBackup(w, r, backup) })
	}
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
		Handler:           mux,
		ReadHeaderTimeout: time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx }, // tasks are cancelled with the node
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("control: %w", err)
	}
	return nil
}

// errNoNode is returned when no node runs on the folder.
var errNoNode = errors.New("no node runs on this data folder")

// callNode runs a task in the running node and copies its output to w. It returns
// errNoNode when no node runs.
func callNode(ctx context.Context, cfg config.Config, task string, w io.Writer) error {
	answer, err := postToNode(ctx, cfg, task)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // all of it was read
	return copyAnswer(answer.Body, w)
}

// postToNode sends a request to the running node. It returns errNoNode when no
// node runs. The caller closes the body.
func postToNode(ctx context.Context, cfg config.Config, task string) (*http.Response, error) {
	path := cfg.InData(controlName)
	client := &http.Client{
		Transport: &http.Transport{
			DisableKeepAlives: true,
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
				if errors.Is(err, syscall.EINVAL) {
					return nil, explainLongPath(err)
				}
				if err != nil {
					return nil, errors.Join(errNoNode, err)
				}
				return conn, nil
			},
		},
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://linnet/"+task, http.NoBody)
	if err != nil {
		return nil, err
	}
	return client.Do(request)
}

// copyAnswer copies lines to w until the last one, which has the result.
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
	return errors.New("the node stopped before the task completed; run the command again")
}

// printReclassified prints the result of a reclassification.
func printReclassified(w io.Writer, done click.Reclassified) error {
	var b strings.Builder
	for _, c := range done.Changes {
		fmt.Fprintf(&b, "%d clicks: %s → %s\n", c.Clicks, className(string(c.From)), className(string(c.To)))
	}
	if len(done.Changes) == 0 {
		fmt.Fprintln(&b, "No clicks were reclassified.")
	}
	fmt.Fprintf(&b, "%d clicks checked; %d of them have no stored user agent and were not changed.\n", done.Clicks, done.Unknown)
	_, err := io.WriteString(w, b.String())
	return err
}

func className(reason string) string {
	if reason == "" {
		return "human"
	}
	return "bot (" + reason + ")"
}
