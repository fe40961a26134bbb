package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// load describes requests to a server.
type load struct {
	conns   int
	seconds float64
	fresh   bool // a new connection for each request
	rate    int  // requests a second of all connections; 0: as many as there can be
	// crowd numbers the visitors of all runs. Each has an address of its own
	// (X-Forwarded-For), and one in four returns. nil: a single visitor.
	crowd *atomic.Uint64
	// path writes the path of the i-th request; requests of all connections
	// are numbered through.
	path func(buf []byte, i uint64) []byte
	// names is the number of hosts with certificates that TLS connections are made
	// for, one after another; 0: plain HTTP.
	names uint64
}

// result is the measurement of one run.
type result struct {
	answers int
	rps     float64
	p99     time.Duration
	cost    time.Duration // processor time of the server per response

	storesCost time.Duration // the same of its stores, if they are processes of their own
}

// worker is one connection of a run.
type worker struct {
	addr      string
	load      load
	turn      func() time.Time // waits for the worker's turn and returns when it was due
	next      *atomic.Uint64
	stop      *atomic.Bool
	latencies []uint32 // µs
	buf       []byte
	reader    *bufio.Reader
	host      string // of the connection, with TLS
	dialed    uint64 // connections
}

// run sends requests to addr for the load's duration. Any response but a redirect is
// an error, because error pages can be faster.
func (l load) run(addr string) (result, error) {
	var next atomic.Uint64
	var stop atomic.Bool
	workers := make([]*worker, l.conns)
	failures := make([]error, l.conns)
	var wg sync.WaitGroup
	start := time.Now()
	timer := time.AfterFunc(time.Duration(l.seconds*float64(time.Second)), func() { stop.Store(true) })
	defer timer.Stop()
	turn := l.turns(start)
	for i := range workers {
		w := &worker{addr: addr, load: l, turn: turn, next: &next, stop: &stop, reader: bufio.NewReader(nil)}
		workers[i] = w
		wg.Go(func() {
			if failures[i] = w.work(); failures[i] != nil {
				stop.Store(true)
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	if err := errors.Join(failures...); err != nil {
		return result{}, err
	}
	var all []uint32
	for _, w := range workers {
		all = append(all, w.latencies...)
	}
	if len(all) == 0 {
		return result{}, errors.New("no request was answered")
	}
	slices.Sort(all)
	return result{
		answers: len(all),
		rps:     float64(len(all)) / took.Seconds(),
		p99:     time.Duration(all[len(all)*99/100]) * time.Microsecond,
	}, nil
}

// turns returns what waits for the next turn of any worker, at the load's rate, and
// returns when the turn was due: the wait of a request for a connection that is busy is
// part of its latency, as in an open loop.
func (l load) turns(start time.Time) func() time.Time {
	if l.rate == 0 {
		return time.Now
	}
	var taken atomic.Int64
	return func() time.Time {
		due := start.Add(time.Duration(taken.Add(1)) * time.Second / time.Duration(l.rate))
		time.Sleep(time.Until(due))
		return due
	}
}

// visit requests the first n paths, each once.
func (l load) visit(addr string, n uint64) error {
	var next atomic.Uint64
	var stop atomic.Bool
	failures := make([]error, l.conns)
	order := l.path
	l.path = func(buf []byte, i uint64) []byte {
		if i >= n {
			stop.Store(true)
		}
		return order(buf, i)
	}
	var wg sync.WaitGroup
	for i := range l.conns {
		w := &worker{addr: addr, load: l, turn: time.Now, next: &next, stop: &stop, reader: bufio.NewReader(nil)}
		wg.Go(func() { failures[i] = w.work() })
	}
	wg.Wait()
	return errors.Join(failures...)
}

func (w *worker) work() error {
	var conn net.Conn
	defer func() {
		if conn != nil {
			conn.Close()
		}
	}()
	for !w.stop.Load() {
		began := w.turn()
		if conn == nil {
			fresh, err := w.dial()
			if err != nil {
				return err
			}
			conn = fresh
			w.reader.Reset(conn)
		}
		if err := w.exchange(conn); err != nil {
			return err
		}
		if w.load.fresh {
			// Reset instead of waiting in TIME_WAIT: there are only so many ports.
			if err := lingerless(conn); err != nil {
				return err
			}
			conn.Close()
			conn = nil
		}
		w.latencies = append(w.latencies, uint32(time.Since(began).Microseconds()))
	}
	return nil
}

// dial opens a connection, with TLS for the next host when the load has names.
func (w *worker) dial() (net.Conn, error) {
	if w.reader == nil {
		w.reader = bufio.NewReader(nil)
	}
	conn, err := net.Dial("tcp", w.addr)
	if err != nil || w.load.names == 0 {
		return conn, err
	}
	w.dialed++
	w.host = tlsHost(w.dialed * 2654435761 % w.load.names)
	secure := tls.Client(conn, clientTLS(w.host))
	return secure, secure.Handshake()
}

// lingerless lets Close reset a connection.
func lingerless(conn net.Conn) error {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	return conn.(*net.TCPConn).SetLinger(0)
}

func (w *worker) exchange(conn net.Conn) error {
	w.buf = append(w.buf[:0], "GET "...)
	w.buf = w.load.path(w.buf, w.next.Add(1))
	w.buf = append(w.buf, " HTTP/1.1\r\nHost: "...)
	if w.host == "" {
		w.buf = append(w.buf, w.addr...)
	} else {
		w.buf = append(w.buf, w.host...)
	}
	w.buf = append(
		w.buf,
		"\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\nAccept-Language: en-US,en;q=0.9\r\nAccept-Encoding: gzip\r\n"...)
	if w.load.crowd != nil {
		n := w.load.crowd.Add(1)
		if n%4 == 0 {
			n = n/2 + 1 // which no multiple of four is
		}
		w.buf = fmt.Appendf(w.buf, "X-Forwarded-For: %d.%d.%d.%d\r\n", 11+n>>24%80, n&255, n>>8&255, n>>16&255)
	}
	if w.load.fresh {
		w.buf = append(w.buf, "Connection: close\r\n"...)
	}
	w.buf = append(w.buf, "\r\n"...)
	if _, err := conn.Write(w.buf); err != nil {
		return err
	}
	return readResponse(w.reader)
}

// readResponse reads one response, a redirect or a page, with its body.
func readResponse(r *bufio.Reader) error {
	line, err := r.ReadSlice('\n')
	if err != nil {
		return err
	}
	if len(line) < 12 || string(line[9:12]) != "302" && string(line[9:12]) != "200" {
		return fmt.Errorf("answered %q", bytes.TrimSpace(line))
	}
	body := 0
	for {
		if line, err = r.ReadSlice('\n'); err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if body, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return err
			}
		}
	}
	_, err = r.Discard(body)
	return err
}
