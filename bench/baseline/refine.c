/* Rough prototype of the refinement search of docs/algorithm.md: something to beat and to compare with, not to copy.
 * Reads one deal a line on stdin (cards like AS TD 9C, first dealt first; stripped decks too).
 * usage: refine FILL [VERBOSE] [lower]    FILL: 0 any card to an empty column, 1 aces only (optional discards, lone moves allowed)
 *   VERBOSE 1: a line a deal: verdict, verdict with compulsory discards, positions of the lower bound, of the rest, rounds, size of E
 *   lower: only the compulsory-discard search. Totals go to stderr.
 * build: gcc -O3 -march=native -o refine refine.c     (needs about 2 GiB for its table) */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef uint64_t u64;
static int NC; static uint8_t suit[52],rnk[52];
static u64 lower[52],higher[52],homec[4],ALL,E;
typedef struct{u64 c[4];int k;int p;}St;
static int ACEONLY;
typedef struct{u64 a,b,c;}Key;
static Key*T;static u64 M,N,limit;static uint32_t*usedt;
static int ovf; static u64 nodes; static u64 usedg;
static inline u64 rotl(u64 x,int k){return (x<<k)|(x>>(64-k));}
static void tinit(int lg){u64 sz=1ull<<lg;T=calloc(sz,sizeof(Key));M=sz-1;limit=sz*7/10;usedt=malloc(limit*4);}
static void clr(void){for(u64 i=0;i<N;i++)T[usedt[i]].b=0;N=0;}
static inline int top(u64 m){return 63-__builtin_clzll(m);}
static inline int single(u64 m){return !(m&(m-1));}
static int ins(const St*x){
  u64 un=x->c[0]|x->c[1]|x->c[2]|x->c[3],p0=x->c[1]|x->c[3],p1=x->c[2]|x->c[3];int e0=x->c[0]&&x->c[1]&&x->c[2]&&x->c[3];
  Key k={un|(u64)x->k<<56,1ull<<63|p0,p1|(u64)(e0?x->p:0)<<56};
  u64 h=(k.a*0x9e3779b97f4a7c15ull)^rotl(k.b*0xc2b2ae3d27d4eb4full,29)^rotl(k.c*0xd6e8feb86659fd93ull,47);h^=h>>29;h*=0xbf58476d1ce4e5b9ull;h^=h>>32;
  u64 i=h&M;for(;;){if(!T[i].b){if(N>=limit){ovf=1;return 0;}T[i]=k;usedt[N++]=i;return 1;}if(T[i].a==k.a&&T[i].b==k.b&&T[i].c==k.c)return 0;i=(i+1)&M;}
}
static void canon(St*x){
  int e=0;for(int i=0;i<4;i++)e+=!x->c[i];
  if(e){int p=0;for(int i=0;i<4;i++){u64 m=x->c[i];if(!m||(single(m)&&!(ACEONLY&&higher[top(m)])))p|=1<<i;}x->p=p;}
  int pos[4],n=0;u64 v[4];for(int i=0;i<4;i++)if(x->p>>i&1){pos[n]=i;v[n++]=x->c[i];}
  for(int i=0;i<n-1;i++)for(int j=i+1;j<n;j++)if(v[j]<v[i]){u64 t=v[i];v[i]=v[j];v[j]=t;}
  for(int i=0;i<n;i++)x->c[pos[i]]=v[i];
}
static int GH; // ghosts on
static int dfs(St x){
  nodes++;u64 myused=0;int opt[4],no;u64 ga[4],tops,G,V,remain;
  u64 dm=(1ull<<x.k)-1,CC=0;
  for(;;){
    u64 real=x.c[0]|x.c[1]|x.c[2]|x.c[3];remain=real|(ALL&~dm);
    int e=0;for(int i=0;i<4;i++)e+=!x.c[i];
    int grp=x.p; if(e)for(int i=0;i<4;i++){u64 m=x.c[i];if(!m||(single(m)&&!(ACEONLY&&higher[top(m)])))grp|=1<<i;}
    G=0;if(GH){u64 g=dm&~real&~E;while(g){int t=__builtin_ctzll(g);g&=g-1;if(lower[t]&remain)G|=1ull<<t;}}
    tops=0;V=0;u64 C=0;u64 gg=0;
    for(int j=0;j<4;j++){u64 m=x.c[j];ga[j]=G&homec[j];if(m&&!(grp>>j&1))ga[j]&=~((2ull<<top(m))-1);if(grp>>j&1)gg|=ga[j];}
    for(int j=0;j<4;j++){u64 m=x.c[j];if(m){u64 b=1ull<<top(m);tops|=b;if(!((grp>>j&1)?gg:ga[j]))C|=b;}V|=ga[j];}
    V|=tops;CC=C;
    int ch=0;no=0;
    // pass 1: kills by real tops; pass 2: ghost kills
    for(int j=0;j<4;j++)if(x.c[j]){
      int t=top(x.c[j]);u64 vj=(grp>>j&1)?V:(V&~ga[j]);u64 kill=vj&higher[t];if(!kill)continue;
      int byreal=(tops&higher[t])!=0;if(!byreal)continue;
      int ing=grp>>j&1;int expl=(E>>t&1)||(GH&&(ing||(t&3)!=j));
      if(!GH&&!(E>>t&1))expl=0;
      if(expl){
        int lone=single(x.c[j]);
        if((C&higher[t])&&((lone&&!ACEONLY)||!(lower[t]&remain)||x.k==NC)){x.c[j]^=1ull<<t;ch=1;break;}
        continue;
      }
      x.c[j]^=1ull<<t;ch=1;break;
    }
    if(!ch){x.p=grp;break;}
  }
  int left=__builtin_popcountll(x.c[0]|x.c[1]|x.c[2]|x.c[3])+NC-x.k;
  if(left==4){usedg|=myused;return 1;}
  if(ovf)return 0;
  canon(&x);
  if(!ins(&x))return 0;
  // recompute options after canon
  int r=0;
  {u64 gg=0;for(int j=0;j<4;j++){u64 m=x.c[j];ga[j]=G&homec[j];if(m&&!(x.p>>j&1))ga[j]&=~((2ull<<top(m))-1);if(x.p>>j&1)gg|=ga[j];}
   for(int j=0;j<4&&!r;j++)if(x.c[j]){int t=top(x.c[j]);
     if(tops&higher[t]){St y=x;y.c[j]^=1ull<<t; r=dfs(y);}}
   if(GH)for(int j=0;j<4&&!r;j++)if(x.c[j]){int t=top(x.c[j]);if(tops&higher[t])continue;
     int empt=0;for(int i=0;i<4;i++)empt+=!x.c[i];
     for(int p=0;p<4&&!r;p++){ u64 q=ga[p]&higher[t]; if(p==j&&!(x.p>>p&1))continue;
       while(q&&!r){int g=__builtin_ctzll(q);q&=q-1;
         St y=x;y.c[j]^=1ull<<t;
         if(!(x.p>>p&1)){y.c[p]|=1ull<<g;r=dfs(y);}
         else{ // group column: g alone (needs an empty), or on any lone v<g
           int pos[4],n=0,m=0;u64 v[4];for(int i=0;i<4;i++)if(x.p>>i&1){pos[n++]=i;if(y.c[i])v[m++]=y.c[i];}
           for(int w=-1;w<m&&!r;w++){
             if(w<0&&m>=n)continue; if(w>=0&&top(v[w])>g)continue;
             St z=y;for(int i=0;i<n;i++)z.c[pos[i]]=0;
             int i2=0;for(int i=0;i<m;i++){if(i==w)continue;while(pos[i2]==p)i2++;z.c[pos[i2++]]=v[i];}
             z.c[p]=(1ull<<g)|(w>=0?v[w]:0); if(w>=0)z.p&=~(1<<p); r=dfs(z);
           }
         }
         if(r)myused|=1ull<<g;
       }}}
  }
  if(!r){int d=-1;for(int i=0;i<4;i++)if(!x.c[i])d=i;
   if(d>=0){
    for(int j=0;j<4&&!r;j++){u64 m=x.c[j];if(!m||single(m))continue;int a=top(m);if(ACEONLY&&higher[a])continue;
      St y=x;y.c[j]^=1ull<<a;y.c[d]=1ull<<a;y.p|=1<<d;r=dfs(y);}
       }}
  if(!r&&x.k<NC){
    int pos[4],n=0;u64 v[4];int m=0;for(int i=0;i<4;i++)if(x.p>>i&1){pos[n++]=i;if(x.c[i])v[m++]=x.c[i];}
    if(!n||!m){St b=x;for(int j=0;j<4;j++)b.c[j]|=1ull<<(b.k+j);b.k+=4;b.p=0;r=dfs(b);}
    else{int total=1;for(int i=0;i<m;i++)total*=n;
      for(int t=0;t<total&&!r;t++){int tt=t;unsigned um=0;int ok=1,idx[4];for(int i=0;i<m;i++){idx[i]=tt%n;tt/=n;if(um>>idx[i]&1){ok=0;break;}um|=1u<<idx[i];}if(!ok)continue;
        St b=x;for(int i=0;i<n;i++)b.c[pos[i]]=0;for(int i=0;i<m;i++)b.c[pos[idx[i]]]=v[i];
        for(int j=0;j<4;j++)b.c[j]|=1ull<<(b.k+j);b.k+=4;b.p=0;r=dfs(b);}}
  }
  if(r)usedg|=myused;
  return r;
}
int main(int ac,char**av){
  ACEONLY=atoi(av[1]);int verbose=ac>2?atoi(av[2]):0;int lo=ac>3;tinit(26);
  char line[1024];u64 n=0,w=0,wl=0,unk=0,tot=0,totL=0,its=0,es=0;clock_t t0=clock();
  while(fgets(line,sizeof line,stdin)){
    NC=0;for(char*t=strtok(line," \n");t;t=strtok(0," \n")){rnk[NC]=strchr("23456789TJQKA",t[0])-"23456789TJQKA";suit[NC]=strchr("CDHS",t[1])-"CDHS";NC++;}
    ALL=(1ull<<NC)-1;for(int i=0;i<4;i++)homec[i]=0;for(int i=0;i<NC;i++)homec[i&3]|=1ull<<i;
    for(int i=0;i<NC;i++){lower[i]=higher[i]=0;for(int j=0;j<NC;j++)if(suit[i]==suit[j]){if(rnk[j]<rnk[i])lower[i]|=1ull<<j;if(rnk[j]>rnk[i])higher[i]|=1ull<<j;}}
    St x={{1,2,4,8},4,0};ovf=0;E=0;nodes=0;GH=0;
    int l=dfs(x);clr();wl+=l;totL+=nodes;u64 nl=nodes;nodes=0;int f=l,it=0;
    if(!l&&!lo){GH=1;for(;;){it++;usedg=0;u64 n0=nodes;f=dfs(x);clr();(void)n0;if(!f||ovf||!usedg)break;E|=usedg;}}
    if(ovf){unk++;}
    n++;w+=f;tot+=nodes;its+=it;es+=__builtin_popcountll(E);
    if(verbose)printf("%s %s L=%lu R=%lu it=%d E=%d\n",ovf?"unknown":f?"solvable":"unsolvable",l?"solvable":"unsolvable",nl,nodes,it,__builtin_popcountll(E));
  }
  double el=(double)(clock()-t0)/CLOCKS_PER_SEC;
  fprintf(stderr,"n=%lu L=%.5f F=%.5f unk=%lu nL=%.1f nR=%.1f its=%.2f E=%.2f time=%.2f\n",n,(double)wl/n,(double)w/n,unk,(double)totL/n,(double)tot/n,(double)its/n,(double)es/n,el);
}
