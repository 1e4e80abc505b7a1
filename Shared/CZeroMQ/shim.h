#pragma once
#include <zmq.h>
// Swift's Glibc module leaves eventfd out.
#include <sys/eventfd.h>
