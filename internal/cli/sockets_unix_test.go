//go:build unix

package cli

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"linnet/internal/testkit"
)

// socket returns a listening socket as a file for a child process. The address
// is open until the test ends, as with a socket unit of systemd.
func socket(t *testing.T) (*os.File, string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return file, l.Addr().String()
}

// launchActivated starts the program as systemd does: with sockets as file
// descriptors from 3 on, their names, and its own process id in LISTEN_PID.
func launchActivated(t *testing.T, folder, certs, names string, sockets ...*os.File) *exec.Cmd {
	t.Helper()
	testkit.Long(t)
	process := exec.Command("/bin/sh", "-c", `LISTEN_PID=$$ exec "$0" serve`, os.Args[0]) //nolint:gosec // the test itself
	process.ExtraFiles = sockets
	process.Env = append(os.Environ(), asProgram+"=1", fmt.Sprintf("LISTEN_FDS=%d", len(sockets)), "LISTEN_FDNAMES="+names,
		"LINNET_DATA="+folder, "LINNET_PUBLIC_URL=http://localhost:8080", "LINNET_ADDR=192.0.2.1:80", "LINNET_TLS_ADDR=192.0.2.1:443",
		"LINNET_TLS=files", "LINNET_TLS_CERTS="+certs)
	output := &syncBuffer{}
	process.Stdout, process.Stderr = output, output
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = process.Process.Kill()
		_ = process.Wait()
		if t.Failed() {
			t.Log(output)
		}
	})
	return process
}

// statusOf sends a request on a connection and returns the status.
func statusOf(t *testing.T, conn net.Conn) int {
	t.Helper()
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func TestProgram_ServesOnInheritedSockets(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		names string
		tls   int // index of the TLS socket
	}{
		"named":   {"https:http", 0},
		"unnamed": {"", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cert, roots := testkit.Certificate(t, "localhost")
			certs, folder := t.TempDir(), t.TempDir()
			testkit.WriteCertificate(t, certs, "localhost", cert)
			first, firstAddr := socket(t)
			second, secondAddr := socket(t)
			plain, secure := secondAddr, firstAddr
			if test.tls == 1 {
				plain, secure = firstAddr, secondAddr
			}
			process := launchActivated(t, folder, certs, test.names, first, second)
			check := func(plain, secure net.Conn) {
				t.Helper()
				if status := statusOf(t, plain); status != http.StatusOK {
					t.Errorf("the plain socket: %d", status)
				}
				over := tls.Client(secure, &tls.Config{ServerName: "localhost", RootCAs: roots, MinVersion: tls.VersionTLS13})
				if status := statusOf(t, over); status != http.StatusOK {
					t.Errorf("the TLS socket: %d", status)
				}
			}
			check(dial(t, plain), dial(t, secure)) // the kernel queues connections until the process accepts
			if err := process.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if err := process.Wait(); err != nil {
				t.Fatal(err)
			}
			waitingPlain, waitingSecure := dial(t, plain), dial(t, secure) // during a restart
			launchActivated(t, folder, certs, test.names, first, second)
			check(waitingPlain, waitingSecure)
		})
	}
}
