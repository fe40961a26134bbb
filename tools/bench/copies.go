package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// measureExport prints the processor time and the memory of exporting all links.
func measureExport(linnet *linkNode, user *api, links int) error {
	before, err := linnet.processorTime()
	if err != nil {
		return err
	}
	var job struct{ ID, State string }
	if err := user.post("/exports", map[string]any{"format": "csv"}, &job); err != nil {
		return err
	}
	began, most := time.Now(), 0.0
	for job.State != "done" {
		if job.State == "failed" || job.State == "cancelled" {
			return fmt.Errorf("the export is %s", job.State)
		}
		time.Sleep(time.Second)
		mb, err := linnet.residentMB()
		if err != nil {
			return err
		}
		most = max(most, mb)
		if err := user.read("/exports/"+job.ID, &job); err != nil {
			return err
		}
	}
	after, err := linnet.processorTime()
	fmt.Printf("- export of %d links: %.0f rows a second of processor time, %.0f s, at most %.0f MB resident\n",
		links, float64(links)/(after-before).Seconds(), time.Since(began).Seconds(), most)
	return err
}

// measureBackup prints the processor time and the memory of a backup of the data folder
// while the node runs.
func measureBackup(o options, linnet *linkNode) error {
	file := filepath.Join(filepath.Dir(linnet.data), "backup.tar.gz")
	cmd := exec.Command(o.binary, "backup", file, "--data", linnet.data)
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("backup: %w\n%s", err, out)
	}
	took := time.Since(began)
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	state := cmd.ProcessState
	line := fmt.Sprintf("- backup: %d MB, %.0f s of processor time, %.0f s", info.Size()>>20, (state.UserTime() + state.SystemTime()).Seconds(), took.Seconds())
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		line += fmt.Sprintf(", at most %d MB resident", usage.Maxrss>>10)
	}
	fmt.Println(line)
	return os.Remove(file)
}
