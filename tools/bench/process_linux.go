package main

import "syscall"

// endsWithUs returns attributes that kill a process when this one ends.
func endsWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
