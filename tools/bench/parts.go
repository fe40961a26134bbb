package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// benchRedirect compares a cached link, whose clicks are recorded, with a constant
// response and with nginx, which writes an access log.
func benchRedirect(o options) error {
	return withLinnet(o, func(linnet *process, user *api) error {
		constant, err := startConstant()
		if err != nil {
			return err
		}
		defer func() { _ = constant.stop() }()
		if _, err := user.link("launch", nil); err != nil {
			return err
		}
		contenders := []contender{
			{name: "net/http, its RedirectHandler", server: constant, path: fixed("/launch")},
			{name: "net/http, a bare Location", server: constant, path: fixed(barePath)},
			{name: "Linnet, cached link, click in the journal", server: linnet, path: fixed("/launch")},
		}
		return inFolder(func(dir string) error {
			nginx, err := startNginx(dir)
			if err != nil {
				return err
			}
			if nginx != nil {
				defer func() { _ = nginx.stop() }()
				contenders = append(contenders, contender{name: "nginx, constant 302, access log", server: nginx, path: fixed("/launch")})
			}
			if err := compare("Redirects, keep-alive connections", o, false, contenders); err != nil {
				return err
			}
			return compare("Redirects, a new connection each", o, true, contenders)
		})
	})
}

// withLinnet runs a part with a new Linnet and a signed-up user.
func withLinnet(o options, part func(linnet *process, user *api) error) error {
	return inFolder(func(dir string) (err error) {
		linnet, _, err := startLinnet(o.binary, filepath.Join(dir, "data"))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, linnet.stop()) }()
		user, err := signUp(linnet.addr)
		if err != nil {
			return err
		}
		return part(linnet, user)
	})
}

// rulesOf returns n rules, none of which matches the load's visitor.
func rulesOf(n int, when map[string]any) map[string]any {
	rules := make([]map[string]any, n)
	for i := range rules {
		rules[i] = map[string]any{"when": when, "then": map[string]any{"redirect": fmt.Sprintf("https://example.com/rule/%d", i)}}
	}
	return map[string]any{"rules": rules}
}

// benchRules compares links with 20 rules with a link without.
func benchRules(o options) error {
	return withLinnet(o, func(linnet *process, user *api) error {
		leaf := func(field string, values ...string) map[string]any {
			return map[string]any{"field": field, "op": "in", "values": values}
		}
		links := map[string]map[string]any{
			"plain": nil,
			"rules": rulesOf(
				20,
				map[string]any{
					"any": []any{
						leaf("language", "de", "fr"),
						map[string]any{"field": "query", "op": "present", "name": "campaign"},
						leaf("referrer", "t.co"),
					},
				},
			),
			"country": rulesOf(20, map[string]any{"any": []any{leaf("country", "DE", "AT", "CH"), leaf("device", "tablet")}}),
		}
		for alias, more := range links {
			if _, err := user.link(alias, more); err != nil {
				return err
			}
		}
		return compare("Rules", o, false, []contender{
			{name: "no rules", server: linnet, path: fixed("/plain")},
			{name: "20 rules on language, query and referrer", server: linnet, path: fixed("/rules")},
			{name: "20 rules on country and device", server: linnet, path: fixed("/country")},
		})
	})
}

// folder creates a data folder with n links and the one they are copied from.
func folder(o options, data string, n int) error {
	linnet, _, err := startLinnet(o.binary, data)
	if err != nil {
		return err
	}
	user, err := signUp(linnet.addr)
	if err != nil {
		return errors.Join(err, linnet.stop())
	}
	id, err := user.link("template", nil)
	if err := errors.Join(err, linnet.stop()); err != nil || n == 0 {
		return err
	}
	return fill(data, id, n)
}

// benchMany distributes the same load over a thousand links and over all of them.
// Every link is visited once before.
func benchMany(o options) error {
	if o.many == 0 {
		return nil
	}
	return inFolder(func(dir string) (err error) {
		data := filepath.Join(dir, "data")
		if err := folder(o, data, o.many); errors.Is(err, errNoSQLite) {
			fmt.Printf("\n%d links: left out, %v.\n", o.many, err)
			return nil
		} else if err != nil {
			return err
		}
		linnet, _, err := startLinnet(o.binary, data)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, linnet.stop()) }()
		began := time.Now()
		if err := visitAll(o, linnet.addr); err != nil {
			return err
		}
		fmt.Printf("\nThe first visit of each of %d links: %.0f a second.\n", o.many, float64(o.many)/time.Since(began).Seconds())
		if err := compare("Many links", o, false, []contender{
			{name: "1,000 links", server: linnet, path: manyPath(1000)},
			{name: fmt.Sprintf("%d links", o.many), server: linnet, path: manyPath(uint64(o.many))},
		}); err != nil {
			return err
		}
		mb, err := linnet.residentMB()
		fmt.Printf("\nResident with %d links in memory: %.0f MB.\n", o.many, mb)
		return err
	})
}

// visitAll visits every link once.
func visitAll(o options, addr string) error {
	order := manyPath(uint64(o.many))
	l := load{conns: o.conns, seconds: 3600, path: order}
	return l.visit(addr, uint64(o.many))
}

// untilIdle is the time after which the memory of an idle server is measured.
const untilIdle = time.Minute

// benchStart measures the time from the start of the process until it is ready and its memory then, and in the last
// round its memory when it is idle. It runs a copy of the binary: the system maps larger parts of a file that was
// written in large parts, as by the linker, 30 MB more.
func benchStart(o options) error {
	return inFolder(func(dir string) error {
		binary := filepath.Join(dir, "linnet")
		if err := copyFile(binary, o.binary); err != nil {
			return err
		}
		fmt.Printf("\n**Start**\n\n| | to ready | resident | resident, idle |\n|---|---|---|---|\n")
		for _, links := range []int{0, 100_000} {
			data := filepath.Join(dir, fmt.Sprint(links))
			if links > 0 {
				if err := folder(o, data, links); errors.Is(err, errNoSQLite) {
					continue
				} else if err != nil {
					return err
				}
			}
			var times, memory []float64
			var idle float64
			for round := range o.rounds {
				at := data
				if links == 0 {
					at = fmt.Sprintf("%s-%d", data, round)
				}
				linnet, took, err := startLinnet(binary, at)
				if err != nil {
					return err
				}
				mb, err := linnet.residentMB()
				if err == nil && round == o.rounds-1 {
					time.Sleep(untilIdle)
					idle, err = linnet.residentMB()
				}
				if err := errors.Join(err, linnet.stop()); err != nil {
					return err
				}
				times, memory = append(times, took.Seconds()), append(memory, mb)
			}
			fmt.Printf("| %d links | %.3f s | %.0f MB | %.0f MB |\n", links, median(times), median(memory), idle)
		}
		return nil
	})
}

// copyFile copies an executable file, as a download writes it: in small parts, which the system maps one by one.
func copyFile(to, from string) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o700) //nolint:gosec // it is executed
	if err != nil {
		return err
	}
	_, err = io.Copy(struct{ io.Writer }{target}, struct{ io.Reader }{source})
	return errors.Join(err, target.Close())
}
