#ifndef CSUPPORT_H
#define CSUPPORT_H
#endif
