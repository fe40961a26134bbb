package certs

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/mholt/acmez/v3/acme"

	"linnet/internal/base/excerpt"
	"linnet/internal/base/fault"
	"linnet/internal/base/loop"
	"linnet/internal/core/certificate"
	"linnet/internal/core/webhost"
)

const (
	roundEvery   = time.Minute // between two rounds of due orders
	dueInRound   = 200
	renewalPart  = 3                // a certificate is renewed in the last third of its life
	afterVerify  = 15 * time.Minute // the least time between two orders of a host that its owner requests
	rateLimited  = 3 * time.Hour    // the least wait after the CA's rate limit
	maxErrorText = 400              // bytes
)

// delays are the waits after failed orders of a host; the last one repeats. At most
// four orders fall into an hour: CAs allow five failures.
var delays = []time.Duration{ //nolint:gochecknoglobals // a constant list
	2 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour,
}

// errNotOrdered reports that the last order failed and the next one must wait.
var errNotOrdered = errors.New("the next order must wait")

// errSuperseded ends an order after another node has stored a certificate.
var errSuperseded = errors.New("another node has renewed the certificate")

// attempt is one order of this process.
type attempt struct {
	cancel  context.CancelFunc
	renewAt time.Time // the schedule that the order was based on
	err     error     // set before cancel is called
}

// Run orders and renews certificates until ctx ends, and reloads own ones.
func (m *Manager) Run(ctx context.Context) {
	reload := loop.Task{
		Name:  "reload of own certificates",
		Every: 10 * time.Second,
		Log:   m.deps.Log,
		Do:    m.reload,
	}
	if m.acme == nil {
		reload.Run(ctx)
		return
	}
	m.running.Go(reload.In(ctx))
	m.running.Go(func() {
		if err := m.storage.sealPlain(ctx); err != nil && ctx.Err() == nil {
			m.deps.Log.ErrorContext(ctx, "sealing private keys failed", "err", err)
		}
	})
	m.running.Go(loop.Task{
		Name:  "list of certificates",
		Every: answerTTL,
		Wake:  m.stale,
		Log:   m.deps.Log,
		Do:    m.refresh,
	}.In(ctx))
	loop.Task{
		Name:   "certificate renewal",
		Every:  roundEvery,
		Jitter: roundEvery / 4,
		Log:    m.deps.Log,
		Do:     m.orderDue,
	}.Run(ctx)
}

// reload reads own certificates again.
func (m *Manager) reload(ctx context.Context) error {
	err := m.folder.reload(ctx, m.deps.Log)
	m.folder.logProblems(ctx, m.deps.Clock.Now(), m.deps.Log)
	return err
}

// Ensure begins the order of a certificate for host in the background, unless there
// is one. After a failed order it shortens the wait for the next one.
func (m *Manager) Ensure(ctx context.Context, host string) error {
	if m.acme == nil {
		return nil
	}
	host = webhost.RequestedName(host)
	m.answers.Invalidate(host)
	m.addHost(host, time.Time{})
	now := m.deps.Clock.Now()
	state, err := m.deps.Store.Certificate(ctx, host)
	switch {
	case fault.Is(err, fault.NotFound):
		state = certificate.Schedule{Host: host, RenewAt: now}
	case err != nil:
		return err
	case state.Failures == 0:
		if now.Before(state.ExpiresAt) {
			m.addHost(host, state.ExpiresAt) // again, after Forget
		}
		return nil
	default:
		if soon := state.AttemptedAt.Add(afterVerify); soon.Before(state.RetryAt) {
			state.RetryAt = soon
		}
	}
	if err := m.deps.Store.PutCertificate(ctx, state); err != nil {
		return err
	}
	m.running.Go(func() { _ = m.order(m.work, host) }) // the failure is stored and logged
	return nil
}

// orderDue orders the certificates that are due and waits for the results. The
// sequence is random, so that two nodes rarely wait for each other's locks.
func (m *Manager) orderDue(ctx context.Context) error {
	due, err := m.deps.Store.CertificatesDue(ctx, m.deps.Clock.Now(), dueInRound)
	if err != nil {
		return err
	}
	rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] }) //nolint:forbidigo // not a secret
	var orders sync.WaitGroup
	defer orders.Wait()
	for _, state := range due {
		if _, err := m.deps.Hosts.TLSOwner(ctx, state.Host); err != nil {
			if !fault.Is(err, fault.NotFound) {
				return err
			}
			if err := m.remove(ctx, state.Host); err != nil {
				return err
			}
			continue
		}
		orders.Go(func() { _ = m.order(ctx, state.Host) }) // the failure is stored and logged
	}
	return nil
}

// remove deletes the certificate of a host that is no longer served.
func (m *Manager) remove(ctx context.Context, host string) error {
	m.Forget(host)
	if err := m.acme.remove(ctx, host); err != nil {
		return err
	}
	return m.deps.Store.DeleteCertificate(ctx, host)
}

// order orders a certificate for host, or renews the stored one when it is due.
// Callers for one host share an order, which continues when ctx ends.
func (m *Manager) order(ctx context.Context, host string) error {
	done := m.orderCalls.DoChan(host, func() (any, error) {
		return nil, m.orderOnce(m.work, host)
	})
	select {
	case <-ctx.Done():
		return ctx.Err()
	case result := <-done:
		return result.Err
	}
}

func (m *Manager) orderOnce(ctx context.Context, host string) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case m.slots <- struct{}{}:
	}
	defer func() { <-m.slots }()
	now := m.deps.Clock.Now()
	state, err := m.state(ctx, host)
	if err != nil {
		return err
	}
	if now.Before(state.RetryAt) {
		return fmt.Errorf("%w until %s: %s", errNotOrdered, state.RetryAt.Format(time.RFC3339), state.Error)
	}
	leaf, err := m.acme.leaf(ctx, host)
	stored := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if stored && now.Before(renewalTime(leaf.NotBefore, leaf.NotAfter)) && now.Before(leaf.NotAfter) {
		return m.succeed(ctx, host) // another node, or a restored backup
	}
	return m.attempt(ctx, host, state, stored)
}

// attempt places an order under the lock of the host.
func (m *Manager) attempt(ctx context.Context, host string, state certificate.Schedule, renewal bool) error {
	ctx, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	current := &attempt{cancel: cancel, renewAt: state.RenewAt}
	m.mu.Lock()
	m.attempts[host] = current
	m.mu.Unlock()
	defer func() {
		m.mu.Lock()
		delete(m.attempts, host)
		m.mu.Unlock()
	}()
	var err error
	if renewal {
		err = m.acme.renew(ctx, host)
	} else {
		err = m.acme.obtain(ctx, host)
	}
	m.mu.Lock()
	if current.err != nil {
		err = current.err
	}
	m.mu.Unlock()
	if err == nil || errors.Is(err, errSuperseded) {
		return m.succeed(m.work, host)
	}
	if !errors.Is(err, errNotOrdered) && !errors.Is(err, errRecorded) {
		m.fail(m.work, host, err)
	}
	return fmt.Errorf("%w: %w", errNotOrdered, err)
}

// errRecorded is the cause of an attempt's end after onEvent has stored it.
var errRecorded = errors.New("order failed")

// onEvent is called by the ACME client while it holds the lock of the host, also
// for renewals that it begins by itself.
func (m *Manager) onEvent(ctx context.Context, event string, data map[string]any) error {
	host, _ := data["identifier"].(string)
	ctx = context.WithoutCancel(ctx)
	switch event {
	case "cert_obtaining":
		renewal, _ := data["renewal"].(bool)
		if err := m.permit(ctx, host, renewal); err != nil {
			m.end(host, err)
			return err
		}
		m.stats.orders.Add(1)
	case "cert_failed":
		err, _ := data["error"].(error)
		m.fail(ctx, host, err)
		m.end(host, fmt.Errorf("%w: %w", errRecorded, err))
	case "cert_obtained":
		return m.succeed(ctx, host)
	}
	return nil
}

// permit returns nil when an order may be placed now: another node may have placed
// one while this one waited for the lock. An order for a new certificate counts for the
// budget of its workspace.
func (m *Manager) permit(ctx context.Context, host string, renewal bool) error {
	state, err := m.state(ctx, host)
	if err != nil {
		return err
	}
	if m.deps.Clock.Now().Before(state.RetryAt) {
		return fmt.Errorf("%w until %s: %s", errNotOrdered, state.RetryAt.Format(time.RFC3339), state.Error)
	}
	m.mu.Lock()
	current := m.attempts[host]
	superseded := current != nil && !current.renewAt.Equal(state.RenewAt) && !state.ExpiresAt.IsZero()
	m.mu.Unlock()
	switch {
	case superseded:
		return errSuperseded
	case renewal:
		return nil
	}
	return m.spend(ctx, state)
}

// end ends the attempt for host, which would otherwise retry by itself.
func (m *Manager) end(host string, cause error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if current := m.attempts[host]; current != nil {
		current.err = cause
		current.cancel()
	}
}

// state returns the stored state of a host, or a new one.
func (m *Manager) state(ctx context.Context, host string) (certificate.Schedule, error) {
	state, err := m.deps.Store.Certificate(ctx, host)
	if fault.Is(err, fault.NotFound) {
		return certificate.Schedule{Host: host}, nil
	}
	return state, err
}

// succeed stores the schedule of the stored certificate.
func (m *Manager) succeed(ctx context.Context, host string) error {
	leaf, err := m.acme.leaf(ctx, host)
	if err != nil {
		return err
	}
	state := certificate.Schedule{
		Host:        host,
		ExpiresAt:   leaf.NotAfter,
		RenewAt:     renewalTime(leaf.NotBefore, leaf.NotAfter),
		AttemptedAt: m.deps.Clock.Now(),
	}
	m.addHost(host, leaf.NotAfter)
	known, err := m.state(ctx, host)
	if err != nil {
		return err
	}
	if known.Failures == 0 && known.ExpiresAt.Equal(state.ExpiresAt) {
		return nil
	}
	m.acme.evict(host)
	if err := m.deps.Store.PutCertificate(ctx, state); err != nil {
		return err
	}
	m.answers.Invalidate(host)
	m.reporter.Report(ctx, nil)
	m.deps.Log.InfoContext(ctx, "certificate stored", "host", host, "expires", leaf.NotAfter)
	return nil
}

// fail stores the failure of an order and the time of the next one.
func (m *Manager) fail(ctx context.Context, host string, cause error) {
	m.stats.failures.Add(1)
	now := m.deps.Clock.Now()
	state, err := m.state(ctx, host)
	if err == nil {
		state.Failures++
		state.AttemptedAt, state.Error = now, describe(cause)
		wait := delays[min(state.Failures, len(delays))-1]
		var problem acme.Problem
		if errors.As(cause, &problem) && problem.Status == http.StatusTooManyRequests {
			wait = max(wait, rateLimited)
		}
		wait += rand.N(wait / 8) //nolint:gosec,forbidigo // not a secret
		state.RetryAt = now.Add(wait)
		if state.RenewAt.IsZero() {
			state.RenewAt = now
		}
		err = m.deps.Store.PutCertificate(ctx, state)
	}
	m.reporter.Report(ctx, errors.Join(fmt.Errorf("%s: %w", host, cause), err))
}

// renewalTime returns when a certificate is due for renewal.
func renewalTime(from, until time.Time) time.Time {
	return until.Add(-until.Sub(from) / renewalPart)
}

// describe returns the reason of a failed order for the owner of the domain.
func describe(err error) string {
	text := err.Error()
	var problem acme.Problem
	if errors.As(err, &problem) {
		text = problem.Detail
		for _, sub := range problem.Subproblems {
			text += " " + sub.Detail
		}
		switch problem.Type {
		case acme.ProblemTypeCAA:
			text = "A CAA record forbids the certificate authority to issue a certificate: " + text
		case acme.ProblemTypeDNS:
			text = "The certificate authority could not resolve the host: " + text
		case acme.ProblemTypeConnection:
			text = "The certificate authority could not connect to the host: " + text
		case acme.ProblemTypeUnauthorized, acme.ProblemTypeIncorrectResponse:
			text = "The host does not lead to this server: " + text
		case acme.ProblemTypeRateLimited:
			text = "The certificate authority's rate limit is reached: " + text
		default:
			text = "The certificate authority refused the order: " + text
		}
	} else {
		text = "The certificate authority could not be reached: " + text
	}
	return excerpt.Of(text, maxErrorText)
}
